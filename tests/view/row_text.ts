// A row as text that a person can read and compare: its role, what it says, and every other field
// by name. Ids and times are left out, as they say nothing; the order of the rows is the order of
// the blocks. Long texts are shortened, with a number that tells if they change.

import type { TokenUsage } from "../../lib/router/change.ts";
import { hashText } from "../../lib/router/unified_diff.ts";
import type { Row } from "../../lib/view/rows.ts";

const HIDDEN = new Set(["id", "ts", "place", "turn_id", "role", "diff_id", "decided_at"]);
const LONGEST = 600;
const MOST_LINES = 15;

/** All rows as blocks; turns are numbered as they appear. */
export function rowsText(rows: readonly Row[]): string {
  const turns: string[] = [];
  return rows.map((row) => {
    const turn = "turn_id" in row && row.turn_id !== undefined
      ? turnNumber(turns, row.turn_id)
      : "";
    const fields = Object.entries(row).filter(([key]) => !HIDDEN.has(key));
    return [`[${row.role}]${turn}`, ...fields.flatMap(([key, value]) => field(key, value))]
      .join("\n");
  }).join("\n\n");
}

function turnNumber(turns: string[], id: string): string {
  if (!turns.includes(id)) turns.push(id);
  return ` turn ${turns.indexOf(id) + 1}`;
}

function field(key: string, value: unknown, indent = "  "): string[] {
  // Seven numbers in the order of their fields: a line each would bury the rows.
  if (key === "usage") {
    const { last: _, ...numbers } = value as TokenUsage;
    return [`${indent}${key}: ${Object.values(numbers).join(" ")}`];
  }
  if (typeof value === "string") {
    const lines = shortened(value).split("\n");
    return lines.length === 1
      ? [`${indent}${key}: ${lines[0]}`]
      : [`${indent}${key}:`, ...lines.map((line) => `${indent}  | ${line}`)];
  }
  if (Array.isArray(value) && value.some((one) => typeof one === "object")) {
    return [
      `${indent}${key}:`,
      ...value.flatMap((one, at) => field(`${at + 1}`, one, `${indent}  `)),
    ];
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    const inner = Object.entries(value);
    return [`${indent}${key}:`, ...inner.flatMap(([name, one]) => field(name, one, `${indent}  `))];
  }
  return [`${indent}${key}: ${JSON.stringify(value)}`];
}

function shortened(text: string): string {
  // Control characters would make the file something else than text.
  // deno-lint-ignore no-control-regex -- that is what is looked for
  const visible = text.replace(/[\x00-\x08\x0b-\x1f\x7f\u2028\u2029]/g, (one) => {
    return `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
  const head = visible.slice(0, LONGEST).split("\n").slice(0, MOST_LINES).join("\n");
  if (head === visible) return visible;
  return `${head}\n… ${text.length} characters, ${hashText(text)}`;
}

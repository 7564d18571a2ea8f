/**
 * Entries as Markdown. What people and the agent wrote stays as it is; everything else is fenced,
 * with a fence longer than any inside of it. Bookkeeping has no text. Pure.
 */
import type { ApprovalEntry, Entry, PlanEntry } from "../router/change.ts";
import type { Meta } from "./meta.ts";

type Roles = { [Role in Entry["role"]]: Extract<Entry, { role: Role }> };
type Writers = { [Role in keyof Roles]?: (entry: Roles[Role]) => string };

const WRITERS: Writers = {
  user: (entry) => section("You", entry.ts, entry.text),
  assistant: (entry) => section("Agent", entry.ts, entry.text + (entry.cut ? " …" : "")),
  reasoning: (entry) => quoted(entry.text),
  command: (entry) =>
    `${fenced(`$ ${entry.command}\n${entry.output}`, "console")}\n${outcome(entry)}`,
  shell_output: (entry) =>
    `${fenced(`$ ${entry.command}\n${entry.stdout}${entry.stderr}`, "console")}\n${outcome(entry)}`,
  diff: (entry) => `**${inline(entry.path)}**\n\n${fenced(entry.diff, "diff")}`,
  plan: plan,
  approval: approval,
  error: (entry) => `**Error:** ${inline(entry.text)}`,
  notice: (entry) => `*${inline(entry.text)}*`,
};

/** The entry as Markdown; empty for what is bookkeeping only. */
export function entryMarkdown(entry: Entry): string {
  const write = WRITERS[entry.role] as ((entry: Entry) => string) | undefined;
  if (write !== undefined) return write(entry);
  // A role of tomorrow, or of another part: its text is better than nothing.
  const { text, title } = entry as unknown as Record<string, unknown>;
  const words = [title, text].filter((word) => typeof word === "string").join(": ");
  return words === "" ? "" : `*${inline(words)}*`;
}

/** What stands above the entries. */
export function headMarkdown(meta: Meta): string {
  const facts = [
    ["Folder", meta.cwd],
    ["Model", meta.model],
    ["Thread", meta.thread_id],
    ["Started", meta.created_at],
  ].filter(([, value]) => value !== null).map(([name, value]) =>
    `- ${name}: ${code(String(value))}`
  );
  return `# ${inline(meta.label || "Untitled conversation")}\n\n${facts.join("\n")}\n`;
}

/** A block of code whose fence cannot be closed from within. */
export function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text.endsWith("\n") || text === "" ? text : `${text}\n`}${fence}`;
}

function section(who: string, ts: string, text: string): string {
  return `## ${who}${ts === "" ? "" : ` · ${ts}`}\n\n${text}`;
}

function quoted(text: string): string {
  return text.split("\n").map((line) => `> ${line}`.trimEnd()).join("\n");
}

function plan({ steps, explanation, text }: PlanEntry): string {
  const lines = steps.map(({ step, status }) =>
    `- [${status === "completed" ? "x" : " "}] ${inline(step)}`
  );
  return ["**Plan**", explanation ?? "", text ?? "", lines.join("\n")]
    .filter((part) => part !== "").join("\n\n");
}

function approval({ subject, status }: ApprovalEntry): string {
  const { kind, command } = subject as { kind: string; command?: unknown };
  const what = typeof command === "string" ? code(command) : inline(kind.replaceAll("_", " "));
  return `**Approval:** ${what}: ${status.replaceAll("_", " ")}`;
}

function outcome(
  { exit_code, status, duration_ms }: {
    readonly exit_code: number | null;
    readonly status: string;
    readonly duration_ms: number | null;
  },
): string {
  const parts = [
    exit_code === null ? status : `exit code ${exit_code}`,
    ...(duration_ms === null ? [] : [`${duration_ms} ms`]),
  ];
  return `*${parts.join(", ")}*`;
}

/** One line of plain text: nothing in it is markup. */
function inline(text: string): string {
  return text.replace(/\s+/g, " ").trim().replace(/[\\`*_[\]<>#]/g, "\\$&");
}

function code(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const tick = "`".repeat(longest + 1);
  const pad = longest > 0 ? " " : "";
  return `${tick}${pad}${text.replace(/\s+/g, " ")}${pad}${tick}`;
}

/** The words of an entry that a person may look for. Pure. */
import type { EntryShape } from "../entry_line.ts";
import { unmarked } from "./snippet.ts";

/** The rest of a long output is not worth its place in the index. */
const MAX_CHARACTERS = 32 * 1024;
/** In the order in which a snippet should find them. */
const FIELDS = [
  ...["title", "text", "command", "path", "input", "output", "stdout", "stderr"],
  ...["diff", "explanation", "details", "summary", "body"],
];
const SILENT = new Set(["status", "token_usage", "shell_input"]);

/** Null if there is nothing to find. */
export function entryText(entry: EntryShape): string | null {
  if (SILENT.has(entry.role)) return null;
  const fields: Record<string, unknown> = { ...entry };
  const parts = FIELDS.map((key) => fields[key]).filter((value) => typeof value === "string");
  if (Array.isArray(fields.steps)) {
    parts.push(...fields.steps.map((step) => typeof step?.step === "string" ? step.step : ""));
  }
  const text = unmarked(parts.join("\n").slice(0, MAX_CHARACTERS));
  return text.trim() === "" ? null : text;
}

/**
 * Turns what a person wrote (a flag, a variable, a string in the file) into a value of the
 * setting's kind, and checks it with the setting's zod type. Returns unions, never throws.
 */
import { splitCommandLine } from "./command_line.ts";
import { absolutePath, type Surroundings } from "./places.ts";
import type { Setting } from "./settings.ts";

/** A value, or what was wrong with it. `path` leads to the spot inside a nested value. */
export type Checked =
  | { ok: true; value: unknown }
  | { ok: false; expected: string; path?: readonly (string | number)[] };

/** Reads the text of a flag or an environment variable. */
export function valueFromText(
  setting: Setting,
  text: string,
  at: Surroundings,
): Checked {
  const typed = setting.kind === "number"
    ? (/^[+-]?\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : text)
    : setting.kind === "boolean"
    ? readBoolean(text)
    : setting.kind === "json"
    ? readJson(text)
    : text;
  return checkValue(setting, typed, at.cwd, at);
}

/** Checks a value of the file, or one that {@link valueFromText} has typed. */
export function checkValue(
  setting: Setting,
  raw: unknown,
  base: string,
  at: Surroundings,
): Checked {
  let value = raw;
  if (typeof raw === "string" && setting.kind === "command") {
    const split = splitCommandLine(raw);
    if (!split.ok) return { ok: false, expected: `${setting.expected} (${split.reason})` };
    value = split.words;
  } else if (typeof raw === "string" && raw !== "" && setting.kind === "path") {
    value = absolutePath(raw, base, at);
  }
  if (setting.kind === "command" && Array.isArray(value)) {
    // A bare name is searched on PATH; anything with a slash is a path like any other.
    const [program, ...args] = value;
    const isPath = typeof program === "string" && program.includes("/");
    value = [isPath ? absolutePath(program, base, at) : program, ...args];
  }
  const parsed = setting.type.safeParse(value);
  if (parsed.success) return { ok: true, value: parsed.data };
  const issue = parsed.error.issues[0];
  const path = (issue?.path ?? []).filter((step) => typeof step !== "symbol");
  // Inside a nested value the setting's own sentence would be too vague.
  const detail = path.length > 0 && issue ? ` (${path.join(".")}: ${issue.message})` : "";
  return { ok: false, expected: setting.expected + detail, path };
}

function readBoolean(text: string): boolean | string {
  if (/^(1|true|yes|on)$/i.test(text)) return true;
  if (/^(0|false|no|off)$/i.test(text)) return false;
  return text;
}

/** What is no JSON stays text, so that the message can show it. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

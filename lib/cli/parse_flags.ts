/**
 * Reads flags against a command's table. Accepts `--name value`, `--name=value`, switches and
 * `--` (the rest is plain words). Returns a union with a finished message; prints nothing.
 */
import { didYouMean } from "../config/nearest.ts";
import type { FlagSpec } from "./command.ts";

/** Flags by name and the plain words, or what was wrong. */
export type ParsedFlags =
  | { ok: true; flags: Record<string, string | true>; args: string[] }
  | { ok: false; message: string };

/** Flags that every command has; they are looked for before the others are read. */
const COMMON = ["help", "version"];

/** Parses `words` by the table `specs`. */
export function parseFlags(
  words: readonly string[],
  specs: readonly FlagSpec[],
): ParsedFlags {
  const flags: Record<string, string | true> = {};
  const args: string[] = [];
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as string;
    if (word === "--") {
      args.push(...words.slice(i + 1));
      break;
    }
    if (!word.startsWith("-") || word === "-") {
      args.push(word);
      continue;
    }
    const [name, attached] = splitFlag(word);
    const spec = specs.find((s) => s.name === name);
    if (!spec || !word.startsWith("--")) {
      return { ok: false, message: unknownFlag(word, name, specs) };
    }
    if (name in flags) {
      return { ok: false, message: `flag --${name} is given twice` };
    }
    if (spec.placeholder === undefined) {
      flags[name] = attached ?? true;
      continue;
    }
    const value = attached ?? words[i + 1];
    // A forgotten value must not swallow the next flag.
    if (
      value === undefined || value === "" ||
      (attached === undefined && value.startsWith("--"))
    ) {
      return {
        ok: false,
        message: `flag --${name} needs a value: --${name} ${spec.placeholder}`,
      };
    }
    if (attached === undefined) i++;
    flags[name] = value;
  }
  return { ok: true, flags, args };
}

function splitFlag(word: string): [name: string, attached: string | undefined] {
  const equals = word.indexOf("=");
  const name = (equals < 0 ? word : word.slice(0, equals)).replace(/^-+/, "");
  return [name, equals < 0 ? undefined : word.slice(equals + 1)];
}

function unknownFlag(
  word: string,
  name: string,
  specs: readonly FlagSpec[],
): string {
  const shown = word.split("=", 1)[0];
  return `unknown flag ${shown}${didYouMean(name, [...specs.map((s) => s.name), ...COMMON], "--")}`;
}

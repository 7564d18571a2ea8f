/**
 * Reads `config.jsonc` with the place of every value, so that a mistake can name its line.
 * Knows JSONC, line numbers and which keys there are; whether a value fits is judged elsewhere.
 */
import {
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from "jsonc-parser";
import { didYouMean } from "./nearest.ts";
import { groups, type Setting, settings } from "./settings.ts";
import { systemReason } from "./system_reason.ts";

/** A value of the file. */
export interface FileValue {
  readonly setting: Setting;
  readonly value: unknown;
  /** The line of the value, or of a spot inside it. */
  readonly lineOf: (path: readonly (string | number)[]) => number;
}

/** What the file sets, and its mistakes as finished messages. */
export interface FileContents {
  readonly values: readonly FileValue[];
  readonly errors: readonly string[];
}

/** After a broken bracket everything looks wrong; more than this only hides the cause. */
const MAX_SYNTAX_ERRORS = 5;

/** Reads and parses the file at `path`; one that does not exist sets nothing. */
export function readConfigFile(path: string, readFile: (path: string) => string): FileContents {
  try {
    return parseConfigFile(readFile(path), path);
  } catch (error) {
    const { NotFound, NotADirectory } = Deno.errors;
    // A home that does not exist yet, or is no folder, is for the check of the homes to judge.
    const missing = error instanceof NotFound || error instanceof NotADirectory;
    const advice = "make it readable, or name another folder with --home";
    const message = `cannot read ${path}: ${systemReason(error)}; ${advice}`;
    return { values: [], errors: missing ? [] : [message] };
  }
}

/** Parses the text of the configuration file called `name`. */
export function parseConfigFile(text: string, name: string): FileContents {
  const problems: ParseError[] = [];
  const root = parseTree(text.replace(/^\uFEFF/, " "), problems, {
    allowTrailingComma: true,
    allowEmptyContent: true,
  });
  if (problems.length > 0) return { values: [], errors: syntaxErrors(text, name, problems) };
  if (!root) return { values: [], errors: [] };
  const lineOf = (node: Node) => lineAt(text, node.offset);
  if (root.type !== "object") {
    return { values: [], errors: [`${name}:${lineOf(root)}: expected an object, { … }`] };
  }
  const values: FileValue[] = [];
  const errors: string[] = [];
  const firstLines = new Map<string, number>();
  for (const { key, keyNode, valueNode } of properties(root, [])) {
    const setting = settings.find((s) => s.key === key);
    const problem = repeated(key, firstLines.get(key)) ?? unusable(key, setting, valueNode);
    firstLines.set(key, firstLines.get(key) ?? lineOf(keyNode));
    if (problem !== undefined) errors.push(`${name}:${lineOf(keyNode)}: ${problem}`);
    else if (setting) {
      const value = getNodeValue(valueNode);
      const at = (path: readonly (string | number)[]) =>
        lineOf(findNodeAtLocation(valueNode, [...path]) ?? valueNode);
      values.push({ setting, value, lineOf: at });
    }
  }
  return { values, errors };
}

interface Property {
  /** Dotted. */
  readonly key: string;
  readonly keyNode: Node;
  readonly valueNode: Node;
}

/** The properties of an object, and after a group those inside it. */
function* properties(object: Node, path: readonly string[]): Generator<Property> {
  for (const { children: [keyNode, valueNode] = [] } of object.children ?? []) {
    if (!keyNode || !valueNode) continue;
    const here = [...path, String(keyNode.value)];
    const key = here.join(".");
    yield { key, keyNode, valueNode };
    if (groups.has(key) && valueNode.type === "object") yield* properties(valueNode, here);
  }
}

function repeated(key: string, firstLine: number | undefined): string | undefined {
  return firstLine === undefined ? undefined : `"${key}" is set on line ${firstLine} already`;
}

function unusable(key: string, setting: Setting | undefined, value: Node): string | undefined {
  if (setting?.inFile === false) {
    const ways = [setting.flag && `--${setting.flag}`, setting.env].filter(Boolean);
    return `"${key}" cannot be set in this file: use ${ways.join(" or ")}`;
  }
  if (setting) return undefined;
  if (!groups.has(key)) return `unknown key "${key}"${didYouMean(key, keysBeside(key))}`;
  return value.type === "object" ? undefined : `"${key}" is not an object: expected { … }`;
}

/** The keys that could stand where this one stands. */
function keysBeside(key: string): string[] {
  const group = key.slice(0, key.lastIndexOf(".") + 1);
  return [...settings.filter((s) => s.inFile !== false).map((s) => s.key), ...groups]
    .filter((name) => name.startsWith(group) && !name.slice(group.length).includes("."));
}

/** The mistakes of a JSONC text as finished messages, the first few of them. */
export function syntaxErrors(
  text: string,
  name: string,
  problems: readonly ParseError[],
): string[] {
  return problems.slice(0, MAX_SYNTAX_ERRORS).map(({ error, offset }) => {
    const column = offset - text.lastIndexOf("\n", offset - 1);
    return `${name}:${lineAt(text, offset)}:${column}: ${sentence(printParseErrorCode(error))}`;
  });
}

/** `CommaExpected` → "comma expected". */
function sentence(code: string): string {
  return code.replace(/(?<=[a-z])[A-Z]/g, (c) => ` ${c}`).toLowerCase();
}

/** The line that an offset is on, counted from 1. */
export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}

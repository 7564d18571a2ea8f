/**
 * Reads `config.jsonc` with the place of every value, so that a mistake can name its line.
 * Knows JSONC and line numbers; what keys mean is decided by the settings passed in.
 */
import {
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
} from "jsonc-parser";
import { printParseErrorCode } from "jsonc-parser";
import { didYouMean } from "./nearest.ts";
import { groups, type Setting, settings } from "./settings.ts";

/** A value of the file and the line that it stands on. */
export interface FileValue {
  readonly value: unknown;
  readonly line: number;
  /** The line of a spot inside the value, for messages about one element. */
  readonly lineOf: (path: readonly (string | number)[]) => number;
}

/** What the file sets, by dotted key, and its mistakes as finished messages. */
export interface FileContents {
  readonly values: ReadonlyMap<string, FileValue>;
  readonly errors: readonly string[];
}

/** After a broken bracket everything looks wrong; more than this only hides the cause. */
const MAX_SYNTAX_ERRORS = 5;

/** Parses the text of the configuration file called `name`. */
export function parseConfigFile(text: string, name: string): FileContents {
  const problems: ParseError[] = [];
  const root = parseTree(text.replace(/^\uFEFF/, " "), problems, {
    allowTrailingComma: true,
    allowEmptyContent: true,
  });
  if (problems.length > 0) {
    return { values: new Map(), errors: syntaxErrors(text, name, problems) };
  }
  if (!root) return { values: new Map(), errors: [] };
  if (root.type !== "object") {
    const line = lineAt(text, root.offset);
    return {
      values: new Map(),
      errors: [`${name}:${line}: expected an object, { … }`],
    };
  }
  const values = new Map<string, FileValue>();
  const errors: string[] = [];
  collect(root, []);
  return { values, errors };

  function collect(object: Node, path: readonly string[]): void {
    const seen = new Map<string, number>();
    for (const property of object.children ?? []) {
      const [keyNode, valueNode] = property.children ?? [];
      if (!keyNode || !valueNode) continue;
      const key = [...path, String(keyNode.value)].join(".");
      const line = lineAt(text, keyNode.offset);
      const first = seen.get(key);
      if (first !== undefined) {
        errors.push(
          `${name}:${line}: "${key}" is set on line ${first} already`,
        );
      }
      seen.set(key, first ?? line);
      const setting = settings.find((s) => s.key === key);
      if (setting && setting.inFile !== false) {
        values.set(key, {
          value: getNodeValue(valueNode),
          line: lineAt(text, valueNode.offset),
          lineOf: (spot) =>
            lineAt(
              text,
              (findNodeAtLocation(valueNode, [...spot]) ?? valueNode).offset,
            ),
        });
      } else if (setting) {
        errors.push(
          `${name}:${line}: "${key}" cannot be set in this file${instead(setting)}`,
        );
      } else if (groups.has(key) && valueNode.type === "object") {
        collect(valueNode, [...path, String(keyNode.value)]);
      } else if (groups.has(key)) {
        errors.push(
          `${name}:${line}: "${key}" is not an object: expected { … }`,
        );
      } else {
        errors.push(
          `${name}:${line}: unknown key "${key}"${didYouMean(key, fileKeys())}`,
        );
      }
    }
  }
}

function fileKeys(): string[] {
  return [
    ...settings.filter((s) => s.inFile !== false).map((s) => s.key),
    ...groups,
  ];
}

function instead(setting: Setting): string {
  const ways = [setting.flag && `--${setting.flag}`, setting.env].filter(
    Boolean,
  );
  return ways.length > 0 ? `: use ${ways.join(" or ")}` : "";
}

function syntaxErrors(
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

function lineAt(text: string, offset: number): number {
  let line = 1;
  for (
    let i = text.indexOf("\n");
    i !== -1 && i < offset;
    i = text.indexOf("\n", i + 1)
  ) line++;
  return line;
}

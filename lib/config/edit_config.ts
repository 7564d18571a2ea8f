/** Changes values in the text of config.jsonc and leaves everything else, comments too. Pure. */
import { applyEdits, modify, type ParseError, parseTree } from "jsonc-parser";

/** The new text, or why there is none. */
export type EditedConfig =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly problem: string };

const EMPTY = "{}\n";
const FORMAT = { insertSpaces: true, tabSize: 2, eol: "\n" };

/** Sets keys, also those of groups; undefined removes one. */
export function editConfig(
  text: string,
  changes: Readonly<Record<string, unknown>>,
): EditedConfig {
  const problems: ParseError[] = [];
  const root = parseTree(text, problems, { allowTrailingComma: true, allowEmptyContent: true });
  if (problems.length > 0 || (root !== undefined && root.type !== "object")) {
    return { ok: false, problem: "it has mistakes, which are to be corrected by hand" };
  }
  let edited = root === undefined ? text + EMPTY : text;
  for (const [path, value] of leaves(changes)) {
    edited = applyEdits(edited, modify(edited, [...path], value, { formattingOptions: FORMAT }));
  }
  return { ok: true, text: edited };
}

/** Groups are gone into, so that what a change does not name stays in them. */
function* leaves(
  changes: Readonly<Record<string, unknown>>,
  above: readonly string[] = [],
): Generator<[path: readonly string[], value: unknown]> {
  for (const [key, value] of Object.entries(changes)) {
    const path = [...above, key];
    if (typeof value === "object" && value !== null && !Array.isArray(value)) {
      yield* leaves(value as Record<string, unknown>, path);
    } else yield [path, value];
  }
}

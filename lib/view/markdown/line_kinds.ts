/**
 * What a single line of Markdown can begin. Knows lines only; what they make together is the
 * scanner's business.
 */

/** The opening of a fenced code block. */
export interface Fence {
  readonly mark: "`" | "~";
  readonly length: number;
  /** What stands behind the opening: the language, perhaps more. */
  readonly info: string;
  readonly indent: number;
}

const FENCE = /^(\s*)(?:(`{3,})([^`]*)|(~{3,})(.*))$/;
const ITEM = /^ {0,3}([-*+]|\d{1,9}[.)])(?:\s|$)/;
const ITEM_WITH_FENCE = /^ {0,3}(?:[-*+]|\d{1,9}[.)])\s+((?:`{3,}|~{3,}).*)$/;
const INTERRUPTING_ITEM = /^ {0,3}(?:[-*+]|1[.)])\s+\S/;
const HEADING = /^ {0,3}#{1,6}(?:\s|$)/;
const RULE = /^ {0,3}([-*_])(?:[ \t]*\1){2,}[ \t]*$/;
const UNDERLINE = /^ {0,3}(?:=+|-+)\s*$/;
const QUOTE = /^ {0,3}>/;
const DELIMITER = /^ {0,3}\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/;

/** The fence that a line opens, or null. */
export function fenceOf(line: string): Fence | null {
  const match = FENCE.exec(line);
  if (match === null) return null;
  const run = match[2] ?? match[4] ?? "";
  return {
    mark: match[2] === undefined ? "~" : "`",
    length: run.length,
    info: (match[3] ?? match[5] ?? "").trim(),
    indent: match[1]?.length ?? 0,
  };
}

/** The fence that the text of a list item opens, as in `- ```ts`. */
export function fenceInItem(line: string): Fence | null {
  const inner = ITEM_WITH_FENCE.exec(line)?.[1];
  return inner === undefined ? null : fenceOf(inner);
}

/** Whether a line ends a fence. */
export function closes(line: string, fence: Fence): boolean {
  const text = line.trim();
  return text.length >= fence.length && text === fence.mark.repeat(text.length);
}

/** The kind of list that a line is an item of: `-`, `*`, `+`, `.` or `)`; null if of none. */
export function itemMarker(line: string): string | null {
  return RULE.test(line) ? null : ITEM.exec(line)?.[1]?.at(-1) ?? null;
}

/** Whether a line may begin a list right below a paragraph: "3. of them" may not. */
export const beginsListInText = (line: string): boolean =>
  INTERRUPTING_ITEM.test(line) && !RULE.test(line);

export const isBlank = (line: string): boolean => line.trim() === "";
export const isHeading = (line: string): boolean => HEADING.test(line);
export const isRule = (line: string): boolean => RULE.test(line);
/** `===` or `---`, which make a heading of the paragraph above. */
export const isUnderline = (line: string): boolean => UNDERLINE.test(line);
export const isQuote = (line: string): boolean => QUOTE.test(line);
export const isIndented = (line: string): boolean => line.startsWith(" ") || line.startsWith("\t");
/** Indented so far that it is code. */
export const isIndentedCode = (line: string): boolean => /^(?: {4}| {0,3}\t)/.test(line);

/** Whether `line` below `header` makes both the head of a table. */
export function beginsTable(header: string, line: string): boolean {
  return line.includes("|") && header.includes("|") && DELIMITER.test(line) &&
    cellCount(header) === cellCount(line);
}

function cellCount(line: string): number {
  const inner = line.trim().replace(/^\|/, "").replace(/(?<!\\)\|$/, "");
  return (inner.match(/(?<!\\)\|/g)?.length ?? 0) + 1;
}

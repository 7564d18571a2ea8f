/** Snippets as the index gives them, with what was looked for between two control characters. */

export const MARK_BEGIN = "\u0001";
export const MARK_END = "\u0002";

export interface Marked {
  readonly snippet: string;
  /** The parts that were looked for, as offsets into it. */
  readonly marks: (readonly [start: number, end: number])[];
}

/** The text without the control characters, and where they were. */
export function marked(text: string): Marked {
  const [before = "", ...parts] = text.split(MARK_BEGIN);
  const marks: (readonly [number, number])[] = [];
  let snippet = before;
  for (const part of parts) {
    const [hit = "", ...rest] = part.split(MARK_END);
    marks.push([snippet.length, snippet.length + hit.length]);
    snippet += hit + rest.join("");
  }
  return { snippet, marks };
}

/** A text that can be marked: it holds no such characters of its own. */
export function unmarked(text: string): string {
  return text.replaceAll(MARK_BEGIN, " ").replaceAll(MARK_END, " ");
}

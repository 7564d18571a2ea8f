/**
 * Unified diffs as hunks with numbered lines. Forgiving: a diff that was cut off or counts wrongly
 * is shown as far as it goes. Pure.
 */

export interface DiffLine {
  readonly kind: "same" | "add" | "del" | "note";
  /** Its number before and after the change, where it has one. */
  readonly before: number | null;
  readonly after: number | null;
  readonly text: string;
}

export interface Hunk {
  /** `Lines 6-8 → 6-9`. */
  readonly title: string;
  /** What git found above the hunk, such as the name of the function. */
  readonly section: string;
  readonly lines: readonly DiffLine[];
}

export interface ParsedDiff {
  readonly hunks: readonly Hunk[];
  readonly added: number;
  readonly removed: number;
  readonly lines: number;
}

const HUNK = /^@@+ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@+ ?(.*)$/;

/** Reads the hunks of one file; its headers are left out. */
export function parseDiff(diff: string): ParsedDiff {
  const hunks: { title: string; section: string; lines: DiffLine[] }[] = [];
  let [before, after] = [0, 0];
  for (const line of linesOf(diff)) {
    const head = HUNK.exec(line);
    if (head !== null) {
      before = Number(head[1]);
      after = Number(head[3]);
      hunks.push({ title: titleOf(head), section: head[5] ?? "", lines: [] });
      continue;
    }
    const lines = hunks.at(-1)?.lines;
    if (lines === undefined) continue; // Headers: the card has the path already.
    const [mark, text] = [line[0] ?? " ", line.slice(1)];
    if (mark === "+") lines.push({ kind: "add", before: null, after: after++, text });
    else if (mark === "-") lines.push({ kind: "del", before: before++, after: null, text });
    else if (mark === "\\") {
      lines.push({ kind: "note", before: null, after: null, text: text.trim() });
    } else lines.push({ kind: "same", before: before++, after: after++, text });
  }
  return counted(hunks);
}

/** A file that is added or deleted as a whole, from its content. */
export function wholeFile(content: string, kind: "add" | "del"): ParsedDiff {
  const lines = linesOf(content).map((text, at): DiffLine => ({
    kind,
    before: kind === "del" ? at + 1 : null,
    after: kind === "add" ? at + 1 : null,
    text,
  }));
  const title = kind === "add"
    ? `New file, ${count(lines.length)}`
    : `Deleted, ${count(lines.length)}`;
  return counted(lines.length === 0 ? [] : [{ title, section: "", lines }]);
}

function counted(hunks: readonly Hunk[]): ParsedDiff {
  const lines = hunks.flatMap((hunk) => hunk.lines);
  const number = (kind: DiffLine["kind"]) => lines.filter((line) => line.kind === kind).length;
  return { hunks, added: number("add"), removed: number("del"), lines: lines.length };
}

function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

function titleOf([, from = "0", many, to = "0", more]: RegExpExecArray): string {
  return `Lines ${span(from, many)} → ${span(to, more)}`;
}

function span(start: string, lines: string | undefined): string {
  const size = lines === undefined ? 1 : Number(lines);
  if (size === 0) return "none";
  return size === 1 ? start : `${start}-${Number(start) + size - 1}`;
}

function count(lines: number): string {
  return lines === 1 ? "1 line" : `${lines} lines`;
}

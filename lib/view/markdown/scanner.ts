/**
 * Cuts Markdown into blocks, line by line, as the text grows. A block that was handed out is final:
 * no later text changes it. So the cut depends on the text alone, never on how it was split into
 * deltas. Knows where blocks begin; what is inside them is the lexer's business.
 */
import * as is from "./line_kinds.ts";

/** A piece of the text that is drawn by itself; offsets are into the whole text. */
export interface Block {
  readonly kind: "prose" | "code" | "list" | "table";
  readonly start: number;
  readonly end: number;
  /**
   * Where its parts begin: the items of a list, the chunks of rows of a table; of a code block the
   * code and, if there is one, the closing line.
   */
  readonly parts: readonly number[];
  /** Of a code block: its opening line. */
  readonly fence: is.Fence | null;
}

/** Rows of a table that are drawn together, so that a long table is not drawn anew per row. */
const ROWS_PER_PART = 32;

interface Open {
  kind: Block["kind"];
  /** Of prose only: lines of what. */
  readonly prose: "text" | "quote" | "indented" | "line";
  readonly start: number;
  end: number;
  parts: number[];
  /** The fence that is open, in code or in an item of a list. */
  fence: is.Fence | null;
  readonly marker: string;
  rows: number;
  blankBefore: boolean;
  lastLine: string;
  lastLineStart: number;
}

/** What a line does to the open block. */
type Verdict =
  | "grow"
  /** It belongs to the block and begins a part of it. */
  | "part"
  /** It belongs to the block and ends it. */
  | "last"
  /** It begins another block. */
  | "other"
  /** It and the line before it are the head of a table. */
  | "table";

export class BlockScanner {
  #open: Open | null = null;
  #done: Block[] = [];

  /** Takes one line, without its newline. `end` is the offset behind the newline. */
  line(line: string, start: number, end: number): void {
    const open = this.#open;
    if (open === null) return this.#begin(line, start, end);
    if (open.fence === null && is.isBlank(line)) return this.#blank(open);
    const verdict = VERDICTS[open.kind](open, line);
    if (verdict === "other") {
      this.#finish();
      return this.#begin(line, start, end);
    }
    const grown = verdict === "table" ? this.#toTable(open, start) : open;
    if (verdict === "part") grown.parts.push(start);
    if (verdict === "last" && grown.kind === "code") grown.parts.push(start);
    grown.fence = fenceAfter(grown, line);
    grown.end = end;
    grown.blankBefore = false;
    grown.lastLine = line;
    grown.lastLineStart = start;
    if (verdict === "last") this.#finish();
  }

  /** The blocks that became final since the last call. */
  take(): Block[] {
    const done = this.#done;
    this.#done = [];
    return done;
  }

  /** The blocks that are not final, with one more, unfinished line if there is one. */
  pending(line: string, start: number): Block[] {
    const twin = new BlockScanner();
    twin.#open = this.#open === null ? null : { ...this.#open, parts: [...this.#open.parts] };
    if (line !== "") twin.line(line, start, start + line.length);
    if (twin.#open !== null) twin.#finish();
    return twin.#done;
  }

  #begin(line: string, start: number, end: number): void {
    if (is.isBlank(line)) return;
    this.#open = opened(line, start, end);
    if (this.#open.prose === "line") this.#finish();
  }

  #blank(open: Open): void {
    open.blankBefore = true;
    // Lists and indented code go on behind a blank line if what follows fits.
    if (open.kind !== "list" && open.prose !== "indented") this.#finish();
  }

  #finish(): void {
    const { kind, start, end, parts, fence } = this.#open!;
    this.#done.push({ kind, start, end, parts, fence: kind === "code" ? fence : null });
    this.#open = null;
  }

  /** The line before turns out to be the head of a table; what stood above it is a paragraph. */
  #toTable(open: Open, end: number): Open {
    const { lastLine, lastLineStart } = open;
    if (lastLineStart > open.start) {
      open.end = lastLineStart;
      this.#finish();
    }
    return this.#open = { ...opened(lastLine, lastLineStart, end), kind: "table" };
  }
}

const VERDICTS: Record<Block["kind"], (open: Open, line: string) => Verdict> = {
  code: (open, line) => is.closes(line, open.fence!) ? "last" : "grow",
  list: (open, line) => {
    if (open.fence !== null || is.isIndented(line)) return "grow";
    const marker = is.itemMarker(line);
    if (marker !== null) return marker === open.marker ? "part" : "other";
    return open.blankBefore || beginsBlock(line) ? "other" : "grow";
  },
  table: (open, line) => {
    if (beginsBlock(line) || is.itemMarker(line) !== null) return "other";
    return open.rows++ % ROWS_PER_PART === 0 ? "part" : "grow";
  },
  prose: (open, line) => {
    if (open.prose === "indented") return is.isIndentedCode(line) ? "grow" : "other";
    if (open.prose === "quote" && is.isQuote(line)) return "grow";
    if (open.prose === "text" && is.isUnderline(line)) return "last";
    if (beginsBlock(line) || is.beginsListInText(line)) return "other";
    return open.prose === "text" && is.beginsTable(open.lastLine, line) ? "table" : "grow";
  },
};

/** Lines that end whatever stands above them. */
function beginsBlock(line: string): boolean {
  const fence = is.fenceOf(line);
  return (fence !== null && fence.indent < 4) || is.isHeading(line) || is.isRule(line) ||
    is.isQuote(line);
}

/** The fence that is open behind a line of a block. */
function fenceAfter(open: Open, line: string): is.Fence | null {
  if (open.kind !== "list") return open.fence;
  if (open.fence !== null) return is.closes(line, open.fence) ? null : open.fence;
  return is.isIndented(line) ? is.fenceOf(line) : is.fenceInItem(line);
}

function opened(line: string, start: number, end: number): Open {
  const base = { start, end, rows: 0, blankBefore: false, lastLine: line, lastLineStart: start };
  const prose = (of: Open["prose"]): Open => ({
    ...base,
    kind: "prose",
    prose: of,
    parts: [],
    fence: null,
    marker: "",
  });
  if (is.isIndentedCode(line)) return prose("indented");
  const fence = is.fenceOf(line);
  if (fence !== null) return { ...prose("text"), kind: "code", fence, parts: [end] };
  const marker = is.itemMarker(line);
  if (marker !== null) {
    const inItem = is.fenceInItem(line);
    return { ...prose("text"), kind: "list", marker, parts: [start], fence: inItem };
  }
  if (is.isQuote(line)) return prose("quote");
  return prose(is.isHeading(line) || is.isRule(line) ? "line" : "text");
}

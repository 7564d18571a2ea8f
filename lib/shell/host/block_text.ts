/**
 * The text of a block's kept output, and its preview. Owns how a gap in the output is shown; how
 * bytes become lines is `render.ts`'s.
 */
import { joined } from "../frames.ts";
import type { Kept } from "../kept_output.ts";
import { type Preview, previewOf } from "../preview.ts";
import { renderOutput } from "./render.ts";

/** Text within bounds. */
export interface BoundedText {
  readonly text: string;
  readonly truncated: boolean;
}

/** A preview needs the end only; this much output holds it in all but odd cases. */
const PREVIEW_SOURCE_BYTES = 64 * 1024;
const PREVIEW_SOURCE_LINES = 200;

/** The text of kept output; the end of it where there is more than `maxBytes`. */
export async function blockText(
  kept: Kept,
  cols: number,
  maxBytes: number,
): Promise<BoundedText> {
  const lines = await keptLines(kept, cols);
  const bounded = previewOf(lines.lines, lines.truncated, Infinity, maxBytes);
  return { text: bounded.lines.join("\n"), truncated: bounded.truncated };
}

/** The last lines of kept output. */
export async function blockPreview(kept: Kept, cols: number): Promise<Preview> {
  const { head, tail, omitted } = kept;
  const all = omitted > 0 ? tail : joined([head, tail]);
  const end = all.subarray(Math.max(0, all.length - PREVIEW_SOURCE_BYTES));
  const { lines, truncated } = await renderOutput(end, cols, PREVIEW_SOURCE_LINES);
  return previewOf(lines, truncated || omitted > 0 || end.length < all.length);
}

async function keptLines({ head, tail, omitted }: Kept, cols: number) {
  if (omitted === 0) return await renderOutput(joined([head, tail]), cols);
  const [first, last] = [await renderOutput(head, cols), await renderOutput(fromLine(tail), cols)];
  const gap = `[… ${omitted} bytes left out …]`;
  return { lines: [...first.lines, gap, ...last.lines], truncated: true };
}

/** Without the rest of a line that began before. */
function fromLine(bytes: Uint8Array): Uint8Array {
  const end = bytes.indexOf(0x0a);
  return end < 0 || end > 4096 ? bytes : bytes.subarray(end + 1);
}

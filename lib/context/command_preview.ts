/** The tail of a command's output that goes with it: the last lines, within lines and bytes. */
import { byteLength, clipBytes } from "./fragment.ts";

export interface Preview {
  readonly lines: string[];
  /** True if the output had more than is shown. */
  readonly truncated: boolean;
}

export const PREVIEW_LINES = 20;
export const PREVIEW_BYTES = 3_000;

/** The preview of a whole output; a line end at its end makes no further line. */
export function previewOf(output: string, truncated = false): Preview {
  const lines = output.replace(/\r?\n$/, "").split(/\r?\n/);
  return shrink({ lines: output === "" ? [] : lines, truncated }, PREVIEW_LINES, PREVIEW_BYTES);
}

/** The same preview within tighter bounds; oldest lines go first. */
export function shrink(preview: Preview, maxLines: number, maxBytes: number): Preview {
  const kept: string[] = [];
  let bytes = 0;
  const tail = preview.lines.slice(Math.max(0, preview.lines.length - maxLines));
  for (const line of tail.toReversed()) {
    const size = byteLength(line) + 1;
    if (bytes + size > maxBytes) {
      // One line that is too long alone still says more than none.
      if (kept.length === 0 && maxBytes > 1) kept.unshift(clipBytes(line, maxBytes - 1));
      break;
    }
    kept.unshift(line);
    bytes += size;
  }
  const whole = kept.length === preview.lines.length &&
    kept.every((l, i) => l === preview.lines[i]);
  return { lines: kept, truncated: preview.truncated || !whole };
}

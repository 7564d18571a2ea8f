/**
 * The last lines of a block's own output, within bounds. Pure; what the bounds are for (context of
 * an agent) is not known here.
 */

/** A bounded end of some output. */
export interface Preview {
  readonly lines: readonly string[];
  readonly truncated: boolean;
}

export const PREVIEW_LINES = 20;
export const PREVIEW_BYTES = 3_000;

/** The last lines that fit. A line that is too long alone is cut, so that something is always seen. */
export function previewOf(
  lines: readonly string[],
  alreadyCut: boolean,
  maxLines: number = PREVIEW_LINES,
  maxBytes: number = PREVIEW_BYTES,
): Preview {
  const kept: string[] = [];
  let left = maxBytes;
  for (const line of lines.slice(-maxLines).reverse()) {
    const bytes = utf8Length(line);
    if (bytes > left) {
      if (kept.length === 0) kept.push(lastBytes(line, left));
      return { lines: kept.reverse(), truncated: true };
    }
    kept.push(line);
    left -= bytes;
  }
  return { lines: kept.reverse(), truncated: alreadyCut || kept.length < lines.length };
}

function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** The end of a text in at most `limit` bytes, cut between characters. */
function lastBytes(text: string, limit: number): string {
  const bytes = new TextEncoder().encode(text);
  let from = bytes.length - limit;
  while (from < bytes.length && ((bytes[from] as number) & 0xc0) === 0x80) from += 1;
  return new TextDecoder().decode(bytes.subarray(from));
}

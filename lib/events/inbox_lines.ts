/**
 * Cuts what was read of an inbox into lines. The last one without its end waits for the rest; one that
 * ends with a backslash goes on in the next, as shell scripts write it; one beyond all bounds is given
 * up as a whole. Pure: bytes in, lines with the offset behind them out.
 */
import { MAX_EVENT_BYTES } from "./limits.ts";

export interface InboxLine {
  readonly text: string;
  /** Larger than an event may be; its text is the beginning only. */
  readonly tooLong: boolean;
  /** The offset behind its line feed. */
  readonly end: number;
}

const LINE_FEED = 0x0a;
const BACKSLASH = 0x5c;
const KEPT_OF_LONG = 1_024;

/** The whole lines of `bytes`, which begin at `offset`. What is left is to be read again later. */
export function inboxLines(bytes: Uint8Array, offset: number): InboxLine[] {
  const decoder = new TextDecoder();
  const lines: InboxLine[] = [];
  let begin = 0;
  let from = 0;
  for (let to = bytes.indexOf(LINE_FEED); to !== -1; to = bytes.indexOf(LINE_FEED, from)) {
    from = to + 1;
    const goesOn = bytes[to - 1] === BACKSLASH && to > begin;
    if (goesOn && to - begin <= MAX_EVENT_BYTES) continue;
    const tooLong = withoutBreaks(bytes.subarray(begin, to)).length > MAX_EVENT_BYTES;
    const end = tooLong ? Math.min(to, begin + KEPT_OF_LONG) : to;
    const text = decoder.decode(withoutBreaks(bytes.subarray(begin, end)));
    lines.push({ text, tooLong, end: offset + from });
    begin = from;
  }
  return lines;
}

/** Without the backslashes and line feeds that join lines. */
function withoutBreaks(bytes: Uint8Array): Uint8Array {
  if (bytes.indexOf(LINE_FEED) === -1) return bytes;
  return bytes.filter((byte, at) =>
    byte !== LINE_FEED && !(byte === BACKSLASH && bytes[at + 1] === LINE_FEED)
  );
}

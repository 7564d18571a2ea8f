/**
 * Which part of a large piece of output a screen need not see, because it would be scrolled out
 * again before the piece ends. Exact: the screen and its scrollback end up the same. Pure.
 *
 * That can be said only of text, line ends and colours: anything else may move the cursor or
 * change a mode, and then nothing is left out.
 */

/** Bytes `[0, head)`, then `colours`, then bytes `[tail, end)` give the same screen as all of it. */
export interface Shortcut {
  readonly head: number;
  readonly colours: Uint8Array;
  readonly tail: number;
}

/** Enough for a sequence or a character that began before the piece to come to its end. */
const HEAD_MINIMUM = 256;
/** Colours that were set and not reset in the part that is left out; more than this is no text. */
const COLOURS_LIMIT = 4096;

const ESC = 0x1b;
const LF = 0x0a;
const CR = 0x0d;
const TAB = 0x09;
const DEL = 0x7f;
const C2 = 0xc2;
const NO_WORDS = new Uint32Array(0);

/**
 * The shortcut through `bytes` for a screen that holds `lines` lines, or null. It holds for the
 * normal screen without scroll margins only.
 */
export function shortcut(bytes: Uint8Array, lines: number): Shortcut | null {
  const tail = lineFromEnd(bytes, lines);
  const head = bytes.indexOf(LF, HEAD_MINIMUM) + 1;
  if (tail < 0 || head === 0 || head >= tail) return null;
  return colourful(bytes, head, tail);
}

/** Where the last `lines` line ends begin, each a CR with its LF; -1 if there are fewer. */
function lineFromEnd(bytes: Uint8Array, lines: number): number {
  let at = bytes.length;
  for (let left = lines; left > 0; left -= 1) {
    at = at <= 0 ? -1 : bytes.lastIndexOf(LF, at - 1);
    if (at <= 0) return -1;
  }
  return bytes[at - 1] === CR ? at - 1 : -1;
}

function colourful(bytes: Uint8Array, head: number, tail: number): Shortcut | null {
  const colours: number[] = [];
  for (let at = nextOdd(bytes, head, tail); at < tail; at = nextOdd(bytes, at, tail)) {
    const byte = bytes[at] as number;
    if (byte === LF || byte === CR || byte === TAB) {
      at += 1;
      continue;
    }
    if (byte === C2 && (bytes[at + 1] as number) >= 0xa0) {
      at += 2;
      continue;
    }
    const end = byte === ESC ? endOfColour(bytes, at, tail) : -1;
    if (end < 0) return null;
    if (isReset(bytes, at, end)) colours.length = 0;
    colours.push(...bytes.subarray(at, end));
    if (colours.length > COLOURS_LIMIT) return null;
    at = end;
  }
  return { head, colours: new Uint8Array(colours), tail };
}

/**
 * The next byte that is no plain text, or `limit`: a control character, DEL, or the lead of a C1
 * control, which is a character of two bytes in UTF-8. Looks at four bytes at once: this is done
 * for every byte of a flood.
 */
function nextOdd(bytes: Uint8Array, from: number, limit: number): number {
  let at = from;
  const shift = bytes.byteOffset;
  for (; at < limit && ((at + shift) & 3) !== 0; at += 1) if (isOdd(bytes[at] as number)) return at;
  const count = (limit - at) >> 2;
  const words = count > 0 ? new Uint32Array(bytes.buffer, shift + at, count) : NO_WORDS;
  for (let i = 0; i < count; i += 1) {
    if (!hasOdd(words[i] as number)) continue;
    for (let byte = at + i * 4;; byte += 1) if (isOdd(bytes[byte] as number)) return byte;
  }
  for (at += count * 4; at < limit; at += 1) if (isOdd(bytes[at] as number)) return at;
  return limit;
}

function isOdd(byte: number): boolean {
  return byte < 0x20 || byte === DEL || byte === C2;
}

/** Whether one of four bytes is odd: a byte below `n` borrows from its highest bit. */
function hasOdd(word: number): boolean {
  const [del, c2] = [word ^ 0x7f7f7f7f, word ^ 0xc2c2c2c2];
  const low = (word - 0x20202020) & ~word;
  return ((low | ((del - 0x01010101) & ~del) | ((c2 - 0x01010101) & ~c2)) & 0x80808080) !== 0;
}

/** Behind the `m` of `ESC [ … m`, or -1 if something else stands there. */
function endOfColour(bytes: Uint8Array, at: number, limit: number): number {
  if (bytes[at + 1] !== 0x5b) return -1;
  for (let i = at + 2; i < limit; i += 1) {
    const byte = bytes[i] as number;
    if (byte === 0x6d) return i + 1;
    if (byte < 0x30 || byte > 0x3b) return -1;
  }
  return -1;
}

/** `ESC [ m` and `ESC [ 0 m`. */
function isReset(bytes: Uint8Array, at: number, end: number): boolean {
  return end - at === 3 || (end - at === 4 && bytes[at + 2] === 0x30);
}

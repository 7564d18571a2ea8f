/**
 * Finds our marks in the bytes of a terminal, wherever a chunk was cut, and takes them out. Also
 * tells where the alternate screen goes on and off, so that escape sequences are read in one place.
 * What a mark means is `mark.ts`'s and `blocks.ts`'s; no I/O here.
 *
 * A mark is `ESC ] 7793 ; <nonce> ; <fields> BEL` (or `ESC \` at its end). Anything without the
 * right nonce is a program's output like any other: it stays where it is and never becomes a mark.
 */

/** A piece of the stream, in order. */
export type Segment =
  | { readonly kind: "data"; readonly bytes: Uint8Array }
  | { readonly kind: "mark"; readonly nonce: string; readonly fields: readonly string[] }
  | { readonly kind: "alt_screen"; readonly on: boolean };

/** The number of our private escape sequence. */
export const MARK_CODE = "7793";

/** A mark carries a command line; one that is longer than this is cut by the shell already. */
const MARK_LIMIT = 128 * 1024;
/** `ESC [ ? 1049 ; 2004 h` and the like; a longer one is nobody's screen switch. */
const MODE_LIMIT = 32;

const ESC = 0x1b;
const BEL = 0x07;
const BACKSLASH = 0x5c;
const NOTHING = new Uint8Array(0);
const MODE_START = new Uint8Array([ESC, 0x5b, 0x3f]);
const ALT_SCREEN_MODES = ["47", "1047", "1049"];

/** What stands at an escape character. */
type Found =
  | { readonly kind: "no" }
  /** The chunk ends before it can be told. */
  | { readonly kind: "more" }
  /** Bytes up to `end` are to be taken out; a broken mark has no segment. */
  | { readonly kind: "mark"; readonly end: number; readonly segment: Segment | null }
  /** Bytes up to `end` stay; the segment follows them. */
  | { readonly kind: "mode"; readonly end: number; readonly segment: Segment };

const NO: Found = { kind: "no" };
const MORE: Found = { kind: "more" };

/** Splits one terminal's output. Give it every chunk in order, and `flush` at the end. */
export class MarkScanner {
  readonly #doors: readonly { readonly nonce: string; readonly prefix: Uint8Array }[];
  #held: Uint8Array = NOTHING;

  /** `nonces`: the words that make a mark ours. */
  constructor(nonces: readonly string[]) {
    this.#doors = nonces.map((nonce) => ({
      nonce,
      prefix: new TextEncoder().encode(`\x1b]${MARK_CODE};${nonce};`),
    }));
  }

  /** The segments that are complete with this chunk. */
  push(chunk: Uint8Array): Segment[] {
    const bytes = this.#held.length === 0 ? chunk : joined(this.#held, chunk);
    this.#held = NOTHING;
    const segments: Segment[] = [];
    let from = 0;
    let at = bytes.indexOf(ESC);
    while (at >= 0) {
      const found = this.#look(bytes, at);
      if (found.kind === "more") {
        if (at > from) segments.push({ kind: "data", bytes: bytes.subarray(from, at) });
        // A copy: the chunk's memory must not live on for a few bytes of it.
        this.#held = bytes.slice(at);
        return segments;
      }
      if (found.kind === "no") {
        at = bytes.indexOf(ESC, at + 1);
        continue;
      }
      const cut = found.kind === "mark" ? at : found.end;
      if (cut > from) segments.push({ kind: "data", bytes: bytes.subarray(from, cut) });
      if (found.segment !== null) segments.push(found.segment);
      from = found.end;
      at = bytes.indexOf(ESC, from);
    }
    if (from < bytes.length) segments.push({ kind: "data", bytes: bytes.subarray(from) });
    return segments;
  }

  /** What was held back, when no more bytes will come. */
  flush(): Segment[] {
    const bytes = this.#held;
    this.#held = NOTHING;
    return bytes.length === 0 ? [] : [{ kind: "data", bytes }];
  }

  #look(bytes: Uint8Array, at: number): Found {
    const mode = startsWith(bytes, at, MODE_START);
    if (mode === "yes") return readMode(bytes, at);
    let undecided = mode === "more";
    for (const { nonce, prefix } of this.#doors) {
      const match = startsWith(bytes, at, prefix);
      if (match === "yes") return readMark(bytes, at + prefix.length, nonce);
      undecided ||= match === "more";
    }
    return undecided ? MORE : NO;
  }
}

function startsWith(bytes: Uint8Array, at: number, prefix: Uint8Array): "yes" | "no" | "more" {
  const length = Math.min(prefix.length, bytes.length - at);
  for (let i = 0; i < length; i += 1) if (bytes[at + i] !== prefix[i]) return "no";
  return length === prefix.length ? "yes" : "more";
}

function readMark(bytes: Uint8Array, from: number, nonce: string): Found {
  for (let at = from; at < bytes.length; at += 1) {
    const byte = bytes[at] as number;
    if (byte >= 0x20) continue;
    if (byte === ESC && at + 1 === bytes.length) return MORE;
    const long = byte === ESC && bytes[at + 1] === BACKSLASH;
    if (byte === BEL || long) {
      const fields = decodedFields(bytes.subarray(from, at));
      return { kind: "mark", end: at + (long ? 2 : 1), segment: { kind: "mark", nonce, fields } };
    }
    // Fields have no control characters: another program wrote into the middle of our mark.
    return { kind: "mark", end: at, segment: null };
  }
  if (bytes.length - from <= MARK_LIMIT) return MORE;
  return { kind: "mark", end: bytes.length, segment: null };
}

function readMode(bytes: Uint8Array, at: number): Found {
  const limit = at + MODE_LIMIT;
  for (let i = at + MODE_START.length; i < limit; i += 1) {
    const byte = bytes[i];
    if (byte === undefined) return MORE;
    const parameter = byte === 0x3b || (byte >= 0x30 && byte <= 0x39);
    if (parameter) continue;
    const on = byte === 0x68;
    if (!on && byte !== 0x6c) return NO;
    const modes = new TextDecoder().decode(bytes.subarray(at + MODE_START.length, i)).split(";");
    if (!modes.some((mode) => ALT_SCREEN_MODES.includes(mode))) return NO;
    return { kind: "mode", end: i + 1, segment: { kind: "alt_screen", on } };
  }
  return NO;
}

/** `a;b%3bc` → ["a", "b;c"]. Bytes that are no UTF-8 become the replacement character. */
function decodedFields(bytes: Uint8Array): string[] {
  const fields: string[] = [];
  const decoder = new TextDecoder();
  const plain = new Uint8Array(bytes.length);
  let length = 0;
  for (let at = 0; at <= bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === undefined || byte === 0x3b) {
      fields.push(decoder.decode(plain.subarray(0, length)));
      length = 0;
    } else if (byte === 0x25) {
      plain[length++] = Number.parseInt(
        String.fromCharCode(bytes[at + 1] ?? 0, bytes[at + 2] ?? 0),
        16,
      );
      at += 2;
    } else {
      plain[length++] = byte;
    }
  }
  return fields;
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

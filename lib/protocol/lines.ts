/**
 * Bytes in, lines out. Owns the framing of JSONL pipes: any chunking, CRLF, a cap per line.
 * It knows nothing of JSON or of what a line means.
 */

/** What the splitter found: a line of text, or the news that an over-long one was thrown away. */
export type Line =
  | { readonly kind: "line"; readonly text: string }
  | { readonly kind: "too_long"; readonly bytes: number; readonly head: string };

/** 16 MiB: over ten times the largest single message that codex 0.169.0 was seen to send. */
export const MAX_LINE_BYTES = 16 * 1024 * 1024;

const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const HEAD_BYTES = 200;
const FIRST_BUFFER_BYTES = 4 * 1024;
/** A buffer that grew beyond this for one line is let go after it. */
const KEPT_BUFFER_BYTES = 256 * 1024;

/**
 * Splits a byte stream into lines. Memory is bounded by `maxBytes`, however small the chunks are;
 * work grows with the bytes pushed, as what waits for its end is copied into one growing buffer.
 */
export class LineSplitter {
  readonly #maxBytes: number;
  readonly #decoder = new TextDecoder();
  #buffer = new Uint8Array(0);
  #size = 0;
  #dropped = 0;
  #head = "";

  constructor(maxBytes: number = MAX_LINE_BYTES) {
    this.#maxBytes = maxBytes;
  }

  /** Takes a chunk cut at any byte and returns the lines that it completes. */
  push(chunk: Uint8Array): Line[] {
    const lines: Line[] = [];
    let start = 0;
    for (;;) {
      const end = chunk.indexOf(NEWLINE, start);
      if (end === -1) break;
      lines.push(this.#complete(chunk.subarray(start, end)));
      start = end + 1;
    }
    if (start < chunk.length) this.#keep(chunk.subarray(start));
    return lines;
  }

  /** The stream ended: what is left without a newline is the last line. */
  end(): Line[] {
    return this.#size === 0 && this.#dropped === 0 ? [] : [this.#complete(new Uint8Array(0))];
  }

  /** The line that ends with `bytes`; mostly it is those bytes, and nothing is copied. */
  #complete(bytes: Uint8Array): Line {
    if (this.#size === 0 && this.#dropped === 0 && bytes.length <= this.#maxBytes) {
      return { kind: "line", text: this.#decode(bytes) };
    }
    this.#keep(bytes);
    const line: Line = this.#dropped > 0
      ? { kind: "too_long", bytes: this.#dropped, head: this.#head }
      : { kind: "line", text: this.#decode(this.#buffer.subarray(0, this.#size)) };
    this.#size = 0;
    this.#dropped = 0;
    this.#head = "";
    if (this.#buffer.length > KEPT_BUFFER_BYTES) this.#buffer = new Uint8Array(0);
    return line;
  }

  #keep(bytes: Uint8Array): void {
    if (this.#dropped > 0) {
      this.#dropped += bytes.length;
      return;
    }
    const size = this.#size + bytes.length;
    if (size > this.#maxBytes) {
      this.#drop(bytes, size);
      return;
    }
    if (size > this.#buffer.length) this.#grow(size);
    this.#buffer.set(bytes, this.#size);
    this.#size = size;
  }

  /** The line is over the cap: only its beginning and its length are remembered. */
  #drop(bytes: Uint8Array, size: number): void {
    const head = new Uint8Array(Math.min(size, HEAD_BYTES));
    const kept = this.#buffer.subarray(0, Math.min(this.#size, head.length));
    head.set(kept);
    head.set(bytes.subarray(0, head.length - kept.length), kept.length);
    this.#head = this.#decode(head);
    this.#dropped = size;
    this.#size = 0;
    this.#buffer = new Uint8Array(0);
  }

  #grow(size: number): void {
    const wanted = Math.max(size, this.#buffer.length * 2, FIRST_BUFFER_BYTES);
    const grown = new Uint8Array(Math.min(wanted, Math.max(size, this.#maxBytes)));
    grown.set(this.#buffer.subarray(0, this.#size));
    this.#buffer = grown;
  }

  #decode(bytes: Uint8Array): string {
    const end = bytes.at(-1) === CARRIAGE_RETURN ? bytes.length - 1 : bytes.length;
    return this.#decoder.decode(bytes.subarray(0, end));
  }
}

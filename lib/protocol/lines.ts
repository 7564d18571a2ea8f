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

/** Splits a byte stream into lines; memory is bounded by `maxBytes`, work by the bytes pushed. */
export class LineSplitter {
  readonly #maxBytes: number;
  readonly #decoder = new TextDecoder();
  #parts: Uint8Array[] = [];
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
      this.#keep(chunk.subarray(start, end));
      lines.push(this.#take());
      start = end + 1;
    }
    // The caller may reuse its buffer, so what is left over is copied.
    if (start < chunk.length) this.#keep(chunk.slice(start));
    return lines;
  }

  /** The stream ended: what is left without a newline is the last line. */
  end(): Line[] {
    return this.#size === 0 && this.#dropped === 0 ? [] : [this.#take()];
  }

  #keep(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    if (this.#dropped > 0) {
      this.#dropped += bytes.length;
    } else if (this.#size + bytes.length > this.#maxBytes) {
      this.#head = this.#decode([...this.#parts, bytes], HEAD_BYTES);
      this.#dropped = this.#size + bytes.length;
      this.#parts = [];
      this.#size = 0;
    } else {
      this.#parts.push(bytes);
      this.#size += bytes.length;
    }
  }

  #take(): Line {
    if (this.#dropped > 0) {
      const line: Line = { kind: "too_long", bytes: this.#dropped, head: this.#head };
      this.#dropped = 0;
      this.#head = "";
      return line;
    }
    const text = this.#decode(this.#parts, this.#size);
    this.#parts = [];
    this.#size = 0;
    return { kind: "line", text };
  }

  #decode(parts: Uint8Array[], limit: number): string {
    const joined = parts.length === 1 ? parts[0]! : concat(parts);
    let end = Math.min(joined.length, limit);
    if (end > 0 && joined[end - 1] === CARRIAGE_RETURN) end--;
    return this.#decoder.decode(joined.subarray(0, end));
  }
}

function concat(parts: Uint8Array[]): Uint8Array {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

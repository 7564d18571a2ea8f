/**
 * The output of one command as far as it is kept: its first and its last bytes. Bounded whatever
 * comes; work per chunk is O(chunk). Knows neither files nor what the bytes mean.
 */

/** How much is kept. */
export interface OutputCaps {
  readonly headBytes: number;
  readonly tailBytes: number;
}

/** What was kept. `omitted` bytes are missing between the two. */
export interface Kept {
  readonly head: Uint8Array;
  readonly tail: Uint8Array;
  readonly omitted: number;
}

/** Collects output; memory grows with what comes, up to the caps. */
export class KeptOutput {
  readonly #caps: OutputCaps;
  #head = new Uint8Array(0);
  #headLength = 0;
  /** A ring once it is full: `#tailAt` is where the next byte goes. */
  #tail = new Uint8Array(0);
  #tailAt = 0;
  #total = 0;

  constructor(caps: OutputCaps) {
    this.#caps = caps;
  }

  /** All bytes that came. */
  get total(): number {
    return this.#total;
  }

  /** Bytes that came and are gone. */
  get omitted(): number {
    return Math.max(0, this.#total - this.#caps.headBytes - this.#caps.tailBytes);
  }

  push(bytes: Uint8Array): void {
    const free = this.#caps.headBytes - this.#headLength;
    const first = bytes.subarray(0, free);
    if (first.length > 0) {
      this.#head = withRoom(this.#head, this.#headLength, first.length, this.#caps.headBytes);
      this.#head.set(first, this.#headLength);
      this.#headLength += first.length;
    }
    this.#total += bytes.length;
    if (bytes.length > first.length) this.#pushTail(bytes.subarray(first.length));
  }

  /** What is kept now; a copy. */
  kept(): Kept {
    const inTail = this.#total - this.#headLength;
    const full = inTail >= this.#caps.tailBytes;
    const tail = new Uint8Array(Math.min(inTail, this.#caps.tailBytes));
    const older = full ? this.#tail.subarray(this.#tailAt) : this.#tail.subarray(0, 0);
    tail.set(older);
    tail.set(this.#tail.subarray(0, tail.length - older.length), older.length);
    return { head: this.#head.slice(0, this.#headLength), tail, omitted: this.omitted };
  }

  /** The first bytes that are kept, from `from` on; a view for at once. */
  headFrom(from: number): Uint8Array {
    return this.#head.subarray(from, this.#headLength);
  }

  #pushTail(bytes: Uint8Array): void {
    const cap = this.#caps.tailBytes;
    if (cap === 0) return;
    // More than the ring holds: only its end can matter.
    const last = bytes.subarray(Math.max(0, bytes.length - cap));
    const skipped = bytes.length - last.length;
    const at = (this.#tailAt + skipped) % cap;
    this.#tail = withRoom(this.#tail, this.#tailAt, skipped + last.length, cap);
    const untilEnd = Math.min(last.length, cap - at);
    this.#tail.set(last.subarray(0, untilEnd), at);
    this.#tail.set(last.subarray(untilEnd), 0);
    this.#tailAt = (at + last.length) % cap;
  }
}

/** Doubles a buffer until `more` fits behind `used`, up to `cap`. */
function withRoom(
  buffer: Uint8Array<ArrayBuffer>,
  used: number,
  more: number,
  cap: number,
): Uint8Array<ArrayBuffer> {
  const needed = Math.min(cap, used + more);
  if (buffer.length >= needed) return buffer;
  const larger = new Uint8Array(Math.min(cap, Math.max(needed, buffer.length * 2, 4096)));
  larger.set(buffer);
  return larger;
}

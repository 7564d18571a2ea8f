/**
 * The last bytes of an endless output, numbered from its first. Whoever knows up to which byte it
 * has come can go on from there, as long as the ring still has it. Bounded; O(chunk) per chunk.
 */

/** Keeps the last `capacity` bytes. */
export class OutputRing {
  readonly #ring: Uint8Array;
  #end = 0;

  constructor(capacity: number) {
    this.#ring = new Uint8Array(capacity);
  }

  /** Number of the first byte that is still there. */
  get from(): number {
    return Math.max(0, this.#end - this.#ring.length);
  }

  /** Number of the byte that comes next. */
  get end(): number {
    return this.#end;
  }

  push(bytes: Uint8Array): void {
    const capacity = this.#ring.length;
    const last = bytes.subarray(Math.max(0, bytes.length - capacity));
    const at = (this.#end + bytes.length - last.length) % capacity;
    const untilEnd = Math.min(last.length, capacity - at);
    this.#ring.set(last.subarray(0, untilEnd), at);
    this.#ring.set(last.subarray(untilEnd), 0);
    this.#end += bytes.length;
  }

  /** A copy of at most `limit` bytes from number `from` on; null if they are gone. */
  read(from: number, limit: number): Uint8Array | null {
    if (from < this.from || from > this.#end) return null;
    const bytes = new Uint8Array(Math.min(limit, this.#end - from));
    const at = from % this.#ring.length;
    const first = this.#ring.subarray(at, at + bytes.length);
    bytes.set(first);
    bytes.set(this.#ring.subarray(0, bytes.length - first.length), first.length);
    return bytes;
  }
}

/**
 * Finds rows by the hash of a key, in a few bytes per row and without an object for any of them. Two
 * keys may share a hash: the caller looks at the row itself. Pure memory; rows are only ever added.
 */

const EMPTY = 0;

/** A hash of 64 bits, in two halves. */
export interface KeyHash {
  readonly high: number;
  readonly low: number;
}

/** The hash of a text. Not for secrets: only for finding. */
export function keyHash(text: string): KeyHash {
  let high = 0xdeadbeef, low = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    high = Math.imul(high ^ unit, 0x9e3779b1);
    low = Math.imul(low ^ unit, 0x5f356495);
  }
  high = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35);
  low = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35);
  return { high: high >>> 0, low: low >>> 0 };
}

export class KeyIndex {
  /** Row + 1 by slot; 0 for an empty one. */
  #slots = new Uint32Array(64);
  #high = new Uint32Array(32);
  #low = new Uint32Array(32);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Adds the next row. */
  add(hash: KeyHash): void {
    if (this.#size === this.#high.length) this.#grow();
    this.#high[this.#size] = hash.high;
    this.#low[this.#size] = hash.low;
    this.#put(hash, this.#size++);
  }

  /** The rows with this hash, the latest last. */
  *rows(hash: KeyHash): Generator<number> {
    const mask = this.#slots.length - 1;
    for (let slot = hash.low & mask;; slot = (slot + 1) & mask) {
      const entry = this.#slots[slot]!;
      if (entry === EMPTY) return;
      const row = entry - 1;
      if (this.#high[row] === hash.high && this.#low[row] === hash.low) yield row;
    }
  }

  #put(hash: KeyHash, row: number): void {
    const mask = this.#slots.length - 1;
    let slot = hash.low & mask;
    while (this.#slots[slot] !== EMPTY) slot = (slot + 1) & mask;
    this.#slots[slot] = row + 1;
  }

  /** Twice the rows; half of the slots stay empty, so that a search ends soon. */
  #grow(): void {
    this.#high = doubled(this.#high);
    this.#low = doubled(this.#low);
    this.#slots = new Uint32Array(this.#high.length * 2);
    for (let row = 0; row < this.#size; row++) {
      this.#put({ high: this.#high[row]!, low: this.#low[row]! }, row);
    }
  }
}

function doubled(column: Uint32Array): Uint32Array<ArrayBuffer> {
  const next = new Uint32Array(column.length * 2);
  next.set(column);
  return next;
}

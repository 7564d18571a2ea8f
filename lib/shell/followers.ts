/**
 * Those who watch a terminal: each gets its state first and then every byte behind it, or the
 * state again after a jump. Whoever joins later waits for a state of its own; what comes meanwhile
 * is kept for it. No I/O.
 */
import type { Resync } from "./protocol.ts";

/** Someone who watches. A promise from `onOutput` holds a durable stream back. */
export interface Follower {
  /** Forget all and start from this. */
  onResync(resync: Resync): void;
  onOutput(bytes: Uint8Array, offset: number): void | Promise<void>;
}

interface Seat {
  readonly follower: Follower;
  /** Null once it has its state. */
  kept: { readonly offset: number; readonly bytes: Uint8Array }[] | null;
  keptBytes: number;
}

/** What comes within one answer's time is far less. */
const KEPT_BYTES = 8 * 1024 * 1024;

/** The watchers of one shell. */
export class Followers {
  readonly #seats = new Map<Follower, Seat>();

  get size(): number {
    return this.#seats.size;
  }

  /** Adds one who waits for its state. */
  add(follower: Follower): void {
    this.#seats.set(follower, { follower, kept: [], keptBytes: 0 });
  }

  remove(follower: Follower): void {
    this.#seats.delete(follower);
  }

  /** The state for one who waits for it. */
  start(follower: Follower, resync: Resync): void {
    const seat = this.#seats.get(follower);
    if (seat === undefined || seat.kept === null) return;
    const { kept } = seat;
    seat.kept = null;
    follower.onResync(resync);
    for (const { offset, bytes } of kept) {
      const known = Math.max(0, resync.offset - offset);
      if (known < bytes.length) follower.onOutput(bytes.subarray(known), offset + known);
    }
  }

  /** The stream has jumped: all start from here. */
  resync(resync: Resync): void {
    for (const seat of this.#seats.values()) {
      seat.kept = null;
      seat.follower.onResync(resync);
    }
  }

  /** More output for all. Resolves when all have taken it; undefined if that is now. */
  output(bytes: Uint8Array, offset: number): Promise<unknown> | undefined {
    const slow: Promise<void>[] = [];
    for (const seat of this.#seats.values()) {
      if (seat.kept === null) {
        const taking = seat.follower.onOutput(bytes, offset);
        if (taking !== undefined) slow.push(taking);
      } else if (seat.keptBytes < KEPT_BYTES) {
        seat.kept.push({ offset, bytes });
        seat.keptBytes += bytes.length;
      }
    }
    return slow.length === 0 ? undefined : Promise.all(slow);
  }
}

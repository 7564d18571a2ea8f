/**
 * One reader and how far it has come. While it keeps up it has no place of its own; one that falls
 * behind remembers only a number: the events themselves wait in the ring, once for all readers.
 */
import type { Kept, Ring } from "./ring.ts";

/** Where a reader's events go, as small as the hub needs it. A WebSocket is one. */
export interface Sink {
  send(text: string): void;
  close(code: number, reason: string): void;
  /** Bytes that wait in front of a slow reader. */
  readonly bufferedAmount: number;
}

/** `lost`: what comes next for it is not in the ring any more. */
export type Progress = "caught_up" | "some" | "none" | "lost";

export class Reader {
  readonly sink: Sink;
  readonly conversation: string | null;
  readonly tab: string | null;
  /** The number of the first event that waits for it; null while it has all. */
  next: number | null = null;
  /** How often in a row it took nothing, while something waited for it. */
  idle = 0;
  /** Rows that were finished while it was away, and the last number of that time. */
  #missed: { readonly whole: ReadonlySet<string>; readonly last: number } | null = null;

  constructor(sink: Sink, conversation: string | null, tab: string | null) {
    this.sink = sink;
    this.conversation = conversation;
    this.tab = tab;
  }

  /** Whether an event is for it. */
  wants(kept: Kept): boolean {
    if (kept.tab !== null) return kept.tab === this.tab;
    if (this.conversation === null) return kept.listed;
    return kept.conversation === null || kept.conversation === this.conversation;
  }

  /** It was away for the last `count` events: it gets those that still matter. */
  returned(ring: Ring, seq: number, count: number): void {
    const whole = new Set<string>();
    for (let back = 0; back < count; back++) {
      const row = ring.at(back)?.wholeOf ?? null;
      if (row !== null) whole.add(row);
    }
    this.#missed = { whole, last: seq };
    this.next = seq - count + 1;
  }

  /** Gives it what waits, as long as less than `bytes` are on their way to it. */
  pull(ring: Ring, seq: number, bytes: number): Progress {
    const first = this.next ?? seq + 1;
    for (let at = first; at <= seq; at++) {
      const kept = ring.at(seq - at);
      if (kept === null) return "lost";
      if (!this.wants(kept) || this.#isOver(kept, at)) continue;
      if (this.sink.bufferedAmount > bytes) return this.#stays(at, at > first);
      this.sink.send(kept.text);
    }
    this.next = null;
    this.idle = 0;
    return "caught_up";
  }

  /** A piece of a row that comes whole, behind it. */
  #isOver({ pieceOf }: Kept, number: number): boolean {
    if (this.#missed === null || pieceOf === null) return false;
    if (number > this.#missed.last) this.#missed = null;
    return this.#missed?.whole.has(pieceOf) ?? false;
  }

  #stays(next: number, moved: boolean): Progress {
    this.next = next;
    this.idle = moved ? 0 : this.idle + 1;
    return moved ? "some" : "none";
  }
}

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

const NOTHING: ReadonlyMap<string, number> = new Map();

export class Reader {
  readonly sink: Sink;
  readonly conversation: string | null;
  readonly tab: string | null;
  /** The number of the first event that waits for it; null while it has all. */
  next: number | null = null;
  /** How often in a row it took nothing, while something waited for it. */
  idle = 0;
  /** What was settled while it was away, with the number of the event that did it. */
  #settled: ReadonlyMap<string, number> = NOTHING;

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
    const settled = new Map<string, number>();
    for (let at = seq - count + 1; at <= seq; at++) {
      const subject = ring.at(seq - at)?.settles ?? null;
      if (subject !== null) settled.set(subject, at);
    }
    this.#settled = settled;
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
    this.#settled = NOTHING;
    return "caught_up";
  }

  /** A piece of a row that comes whole, or a state that is another one by now. */
  #isOver({ until }: Kept, number: number): boolean {
    return until !== null && number < (this.#settled.get(until) ?? 0);
  }

  #stays(next: number, moved: boolean): Progress {
    this.next = next;
    this.idle = moved ? 0 : this.idle + 1;
    return moved ? "some" : "none";
  }
}

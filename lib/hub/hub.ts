/**
 * The hub sends events to the pages. Each event gets a number that only grows; the latest ones
 * stay in a ring, from which a page that was away gets what it missed, and a slow one what it had
 * no room for. A reader that the ring has left behind is closed; nobody waits for it.
 */
import { encodeEvent } from "./encode.ts";
import {
  type HeartbeatEvent,
  type HubPayload,
  isListed,
  type ResumeEvent,
  type SnapshotEvent,
  subjectOf,
  type TabPayload,
} from "./events.ts";
import { Reader, type Sink } from "./reader.ts";
import { type Kept, Ring } from "./ring.ts";

export type * from "./events.ts";
export type { Sink } from "./reader.ts";

/** What a reader wants. */
export interface Subscription {
  /** One conversation with all its events; null for all of them, with the few that a list needs. */
  readonly conversation: string | null;
  /** The name of the reader's tab; answers to calls of that tab come here. */
  readonly tab?: string | null;
  /** The last number that it saw; null for one that starts afresh. */
  readonly since: number | null;
  /** Asked when the reader cannot go on from where it was: what is going on now. */
  readonly snapshot?: () => unknown;
}

export interface HubLimits {
  readonly ringEvents: number;
  readonly ringCharacters: number;
  /** So many bytes may be on their way to one reader; what comes then waits in the ring. */
  readonly sinkBytes: number;
  /** After so many tries in a row at which it took nothing, nobody waits for a reader. */
  readonly idleTries: number;
}

/** What the owner may plug in. */
export interface HubOptions extends Partial<HubLimits> {
  /** Runs something a moment later: the next try at readers that are behind. */
  readonly soon?: (run: () => void) => void;
}

const LIMITS: HubLimits = {
  ringEvents: 2_048,
  ringCharacters: 2 * 1024 * 1024,
  sinkBytes: 64 * 1024,
  idleTries: 200,
};
const TRY_EVERY_MS = 5;
/** Close code for a reader that is too slow; 4000–4999 are an application's own. */
export const TOO_SLOW = 4008;

export class Hub {
  readonly #limits: HubLimits;
  readonly #soon: (run: () => void) => void;
  readonly #readers = new Set<Reader>();
  /** Those of them for whom something waits in the ring. */
  readonly #behind = new Set<Reader>();
  readonly #ring: Ring;
  #room: PromiseWithResolvers<void> | null = null;
  #trying = false;
  /** The number of the latest event. */
  seq: number;

  /** Numbers go on from `startSeq`: a time, so that they grow over restarts of the service, too. */
  constructor(startSeq: number, options: HubOptions = {}) {
    this.seq = startSeq;
    this.#limits = { ...LIMITS, ...options };
    this.#soon = options.soon ?? ((run) => void setTimeout(run, TRY_EVERY_MS));
    this.#ring = new Ring(this.#limits.ringEvents, this.#limits.ringCharacters);
  }

  /** Numbers an event, keeps it for a while and sends it; encoded once for all readers. */
  publish(conversation: string | null, payload: HubPayload, ts: string): void {
    this.#publish(conversation, null, payload, ts);
  }

  /** The same for one tab only. */
  answer(tab: string, payload: TabPayload, ts: string): void {
    this.#publish(null, tab, payload, ts);
  }

  /**
   * Null while whoever fills the hub may go on; else resolves when it may. It waits only when most
   * readers are behind: then it is not one of them that is slow, but all of this machine.
   */
  room(): Promise<void> | null {
    if (!this.#isCrowded()) return null;
    return (this.#room ??= Promise.withResolvers()).promise;
  }

  /**
   * Adds a reader: the verdict, then what it missed or what is going on, then the stream, without
   * a gap between them. Returns the function that removes it.
   */
  subscribe(sink: Sink, wanted: Subscription): () => void {
    const { conversation, tab = null, since, snapshot } = wanted;
    const { seq } = this;
    const reader = new Reader(sink, conversation, tab);
    const missed = since === null ? 0 : seq - since;
    const verdict = missed >= 0 && missed <= this.#ring.length ? "ok" : "gap";
    this.#readers.add(reader);
    this.#send(reader, encode<ResumeEvent>({ type: "resume", verdict, seq }));
    if (snapshot !== undefined && (since === null || verdict === "gap")) {
      const state = snapshot();
      const event: SnapshotEvent = { type: "snapshot", seq, conversation_id: conversation, state };
      this.#send(reader, encode(event));
    }
    if (verdict === "ok" && missed > 0) {
      reader.returned(this.#ring, seq, missed);
      this.#giveLater(reader);
    }
    return () => this.#remove(reader);
  }

  /** Lets every reader that has all know that the line is alive and that it has all. */
  beat(): void {
    const text = encode<HeartbeatEvent>({ type: "heartbeat", seq: this.seq });
    for (const reader of this.#readers) if (reader.next === null) this.#send(reader, text);
  }

  /** How many readers there are. */
  get readers(): number {
    return this.#readers.size;
  }

  /** How much is kept for readers that were away. */
  get kept(): { readonly events: number; readonly characters: number } {
    return { events: this.#ring.length, characters: this.#ring.characters };
  }

  /** Closes all readers, at the end of the service. */
  close(): void {
    for (const reader of this.#readers) {
      reader.sink.close(1001, "the service ends");
      this.#remove(reader);
    }
  }

  #publish(conversation: string | null, tab: string | null, payload: HubPayload, ts: string): void {
    const text = encodeEvent(++this.seq, ts, conversation, payload);
    const kept: Kept = {
      ...{ conversation, tab, listed: isListed(payload.type), text },
      ...subjectOf(conversation, payload),
    };
    this.#ring.push(kept);
    const { sinkBytes } = this.#limits;
    for (const reader of this.#readers) {
      if (reader.next !== null || !reader.wants(kept)) continue;
      if (reader.sink.bufferedAmount <= sinkBytes) this.#send(reader, text);
      else {
        reader.next = this.seq;
        this.#giveLater(reader);
      }
    }
  }

  #send(reader: Reader, text: string): void {
    try {
      reader.sink.send(text);
    } catch {
      this.#remove(reader);
    }
  }

  /** What waits for a reader from its next number on comes as it has room for it. */
  #giveLater(reader: Reader): void {
    this.#behind.add(reader);
    this.#pull(reader);
    this.#tryLater();
  }

  #pull(reader: Reader): void {
    try {
      const progress = reader.pull(this.#ring, this.seq, this.#limits.sinkBytes);
      if (progress === "caught_up") this.#behind.delete(reader);
      // The agent is not kept waiting by readers of which none moves.
      const stuck = this.#room !== null && reader.idle > this.#limits.idleTries;
      if (progress === "lost" || stuck) this.#cut(reader);
    } catch {
      this.#remove(reader);
    }
  }

  #tryLater(): void {
    if (this.#trying || this.#behind.size === 0) return;
    this.#trying = true;
    this.#soon(() => {
      this.#trying = false;
      for (const reader of this.#behind) this.#pull(reader);
      this.#makeRoom();
      this.#tryLater();
    });
  }

  #isCrowded(): boolean {
    return this.#behind.size * 2 > this.#readers.size;
  }

  #makeRoom(): void {
    if (this.#room === null || this.#isCrowded()) return;
    this.#room.resolve();
    this.#room = null;
  }

  #cut(reader: Reader): void {
    this.#remove(reader);
    reader.sink.close(TOO_SLOW, "reading too slowly: connect again");
  }

  #remove(reader: Reader): void {
    this.#readers.delete(reader);
    this.#behind.delete(reader);
    this.#makeRoom();
  }
}

function encode<T>(event: T): string {
  return JSON.stringify(event);
}

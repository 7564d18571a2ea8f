/**
 * The hub sends events to the pages. Each event gets a number that only grows; the latest ones
 * stay in a ring, so that a page that was away gets what it missed or is told that it cannot. A
 * reader that does not keep up is closed; nobody waits for it.
 */
import { encodeEvent } from "./encode.ts";
import {
  type HeartbeatEvent,
  type HubPayload,
  isListed,
  type ResumeEvent,
  type SnapshotEvent,
  type TabPayload,
} from "./events.ts";
import { type Kept, Ring } from "./ring.ts";

export type * from "./events.ts";

/** A reader, as small as the hub needs it. A WebSocket is one. */
export interface Sink {
  send(text: string): void;
  close(code: number, reason: string): void;
  /** Bytes that wait in front of a slow reader. */
  readonly bufferedAmount: number;
}

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
  readonly sinkBytes: number;
}

const LIMITS: HubLimits = {
  ringEvents: 2_048,
  ringCharacters: 2 * 1024 * 1024,
  sinkBytes: 4 * 1024 * 1024,
};
/** Close code for a reader that is too slow; 4000–4999 are an application's own. */
export const TOO_SLOW = 4008;

type Reader = Pick<Subscription, "conversation"> & {
  readonly sink: Sink;
  readonly tab: string | null;
};

export class Hub {
  readonly #sinkBytes: number;
  readonly #readers = new Set<Reader>();
  readonly #ring: Ring;
  /** The number of the latest event. */
  seq: number;

  /** Numbers go on from `startSeq`: a time, so that they grow over restarts of the service, too. */
  constructor(startSeq: number, limits: Partial<HubLimits> = {}) {
    const { ringEvents, ringCharacters, sinkBytes } = { ...LIMITS, ...limits };
    this.seq = startSeq;
    this.#sinkBytes = sinkBytes;
    this.#ring = new Ring(ringEvents, ringCharacters);
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
   * Adds a reader: the verdict, then what it missed or what is going on, then the stream, without
   * a gap between them. Returns the function that removes it.
   */
  subscribe(sink: Sink, wanted: Subscription): () => void {
    const { conversation, tab = null, since, snapshot } = wanted;
    const reader: Reader = { sink, conversation, tab };
    const missed = since === null ? [] : this.#ring.last(this.seq - since);
    const verdict = missed === null ? "gap" : "ok";
    const { seq } = this;
    this.#readers.add(reader);
    this.#send(reader, encode<ResumeEvent>({ type: "resume", verdict, seq }));
    if (snapshot !== undefined && (since === null || missed === null)) {
      const state = snapshot();
      this.#send(
        reader,
        encode<SnapshotEvent>({ type: "snapshot", seq, conversation_id: conversation, state }),
      );
    }
    for (const kept of missed ?? []) if (concerns(reader, kept)) this.#send(reader, kept.text);
    return () => void this.#readers.delete(reader);
  }

  /** Lets every reader know that the line is alive and that it has seen all so far. */
  beat(): void {
    const text = encode<HeartbeatEvent>({ type: "heartbeat", seq: this.seq });
    for (const reader of this.#readers) this.#send(reader, text);
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
    for (const { sink } of this.#readers) sink.close(1001, "the service ends");
    this.#readers.clear();
  }

  #publish(conversation: string | null, tab: string | null, payload: HubPayload, ts: string): void {
    const text = encodeEvent(++this.seq, ts, conversation, payload);
    const kept: Kept = { conversation, tab, listed: isListed(payload.type), text };
    this.#ring.push(kept);
    for (const reader of this.#readers) if (concerns(reader, kept)) this.#send(reader, text);
  }

  #send(reader: Reader, text: string): void {
    if (reader.sink.bufferedAmount > this.#sinkBytes) {
      this.#readers.delete(reader);
      reader.sink.close(TOO_SLOW, "reading too slowly: connect again");
      return;
    }
    try {
      reader.sink.send(text);
    } catch {
      this.#readers.delete(reader);
    }
  }
}

function concerns(reader: Reader, kept: Kept): boolean {
  if (kept.tab !== null) return kept.tab === reader.tab;
  if (reader.conversation === null) return kept.listed;
  return kept.conversation === null || kept.conversation === reader.conversation;
}

function encode<T>(event: T): string {
  return JSON.stringify(event);
}

/**
 * The hub sends changes to the pages. Each event gets a number that only grows; the latest ones
 * stay in a bounded ring, so that a page that was away gets what it missed or is told that it
 * cannot. A reader that does not keep up is closed; nobody waits for it.
 */
import type { Change } from "../router/change.ts";

/** News of the service itself, beside the changes of conversations. */
export interface ServerStatusEvent {
  readonly type: "server_status";
  readonly state: string;
  readonly problem: string | null;
}
/** A conversation was made, named, or got its thread. */
export interface ConversationEvent {
  readonly type: "conversation";
  readonly label: string;
  readonly thread_id: string | null;
}

export type HubPayload = Change | ServerStatusEvent | ConversationEvent;
/** What a page gets. `conversation_id` is null for news that concern all. */
export type HubEvent = HubPayload & {
  readonly seq: number;
  readonly ts: string;
  readonly conversation_id: string | null;
};
/** The first message on a socket: whether the page can go on from where it was. */
export interface ResumeEvent {
  readonly type: "resume";
  readonly verdict: "ok" | "gap";
  readonly seq: number;
}

/** A reader, as small as the hub needs it. A WebSocket is one. */
export interface Sink {
  send(text: string): void;
  close(code: number, reason: string): void;
  /** Bytes that wait in front of a slow reader. */
  readonly bufferedAmount: number;
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

interface Kept {
  readonly conversation: string | null;
  readonly text: string;
}
interface Reader {
  readonly sink: Sink;
  readonly conversation: string | null;
}

export class Hub {
  readonly #limits: HubLimits;
  readonly #readers = new Set<Reader>();
  #ring: Kept[] = [];
  #first = 0;
  #characters = 0;
  /** The number of the latest event. */
  seq: number;

  /** Numbers go on from `startSeq`: a time, so that they grow over restarts of the service, too. */
  constructor(startSeq: number, limits: Partial<HubLimits> = {}) {
    this.seq = startSeq;
    this.#limits = { ...LIMITS, ...limits };
  }

  /** Numbers an event, keeps it for a while and sends it; encoded once for all readers. */
  publish(conversation: string | null, payload: HubPayload, ts: string): void {
    const event = { seq: ++this.seq, ts, conversation_id: conversation, ...payload };
    const text = JSON.stringify(event);
    this.#keep({ conversation, text });
    for (const reader of this.#readers) {
      if (concerns(reader, conversation)) this.#send(reader, text);
    }
  }

  /**
   * Adds a reader: the verdict, what it missed since `since`, then the stream, without a gap
   * between them. Returns the function that removes it.
   */
  subscribe(sink: Sink, conversation: string | null, since: number): () => void {
    const reader: Reader = { sink, conversation };
    const oldest = this.seq - (this.#ring.length - this.#first) + 1;
    const verdict = since > this.seq || since < oldest - 1 ? "gap" : "ok";
    const resume: ResumeEvent = { type: "resume", verdict, seq: this.seq };
    this.#readers.add(reader);
    this.#send(reader, JSON.stringify(resume));
    if (verdict === "ok") {
      // Numbers in the ring are consecutive, so the first missed event's place is known.
      for (const kept of this.#ring.slice(this.#first + since + 1 - oldest)) {
        if (concerns(reader, kept.conversation)) this.#send(reader, kept.text);
      }
    }
    return () => void this.#readers.delete(reader);
  }

  /** How many readers there are. */
  get readers(): number {
    return this.#readers.size;
  }

  /** Closes all readers, at the end of the service. */
  close(): void {
    for (const { sink } of this.#readers) sink.close(1001, "the service ends");
    this.#readers.clear();
  }

  #send(reader: Reader, text: string): void {
    if (reader.sink.bufferedAmount > this.#limits.sinkBytes) {
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

  #keep(kept: Kept): void {
    this.#ring.push(kept);
    this.#characters += kept.text.length;
    const { ringEvents, ringCharacters } = this.#limits;
    while (
      this.#ring.length - this.#first > ringEvents ||
      (this.#characters > ringCharacters && this.#first < this.#ring.length - 1)
    ) {
      this.#characters -= this.#ring[this.#first]!.text.length;
      this.#ring[this.#first++] = GONE;
    }
    // Dropped slots are let go in one move now and then, so that a publish stays O(1).
    if (this.#first > ringEvents) {
      this.#ring = this.#ring.slice(this.#first);
      this.#first = 0;
    }
  }
}

/** Stands in the place of a dropped event until the next move. */
const GONE: Kept = { conversation: null, text: "" };

function concerns(reader: Reader, conversation: string | null): boolean {
  return reader.conversation === null || conversation === null ||
    reader.conversation === conversation;
}

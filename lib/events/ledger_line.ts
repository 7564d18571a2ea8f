/**
 * The lines of `external_events.log.jsonl`: an event with its first progress, a later progress, how
 * far the inbox was read, and the head that a rewritten file begins with. Written and read here only.
 */
import type { ExternalEvent } from "./schema.ts";
import { EVENT_STATES, type Progress } from "./progress.ts";
import type { Trust } from "./trust.ts";

export type DoorName = "http" | "socket" | "inbox" | "drop" | "agent";

/** How far the inbox file was read: which file it was, and the offset behind the last line. */
export interface InboxMark {
  readonly dev: number;
  readonly ino: number;
  readonly offset: number;
  /** A hash of what lies in front of the offset: tells a file that was written anew. */
  readonly proof: string;
}

/** An event as the ledger knows it. */
export interface EventRecord {
  /** Grows by one with each event of the thread. */
  readonly seq: number;
  /** When it was accepted. */
  readonly at: number;
  readonly door: DoorName;
  /** Over the whole event: tells a repeat from another event with the same id. */
  readonly hash: string;
  readonly trust: Trust;
  readonly progress: Progress;
  /** Of the request that brought it, where it came by one. */
  readonly request_id?: string | undefined;
  readonly event: ExternalEvent;
}

export type LedgerLine =
  | { readonly kind: "event"; readonly record: EventRecord; readonly inbox: InboxMark | null }
  | { readonly kind: "state"; readonly seq: number; readonly progress: Progress }
  | { readonly kind: "inbox"; readonly inbox: InboxMark }
  | { readonly kind: "head"; readonly nextSeq: number; readonly inbox: InboxMark | null };

/** `body` is the event's JSON, which the caller has already. */
export function eventLine(record: EventRecord, body: string, inbox: InboxMark | null): string {
  const { event: _, ...head } = record;
  const json = JSON.stringify({
    v: 1,
    kind: "event",
    ...head,
    ...(inbox === null ? {} : { inbox }),
  });
  return `${json.slice(0, -1)},"event":${body}}`;
}

export function stateLine(seq: number, progress: Progress): string {
  return JSON.stringify({ v: 1, kind: "state", seq, progress });
}

export function inboxLine(inbox: InboxMark): string {
  return JSON.stringify({ v: 1, kind: "inbox", inbox });
}

export function headLine(nextSeq: number, inbox: InboxMark | null): string {
  return JSON.stringify({ v: 1, kind: "head", next_seq: nextSeq, inbox });
}

/** Reads a line of ours; null for anything else. */
export function readLine(text: string): LedgerLine | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof value !== "object" || value === null || (value as { v?: unknown }).v !== 1) {
    return null;
  }
  const line = value as Record<string, unknown>;
  return typeof line["kind"] === "string" ? READERS[line["kind"]]?.(line) ?? null : null;
}

const READERS: Readonly<Record<string, (line: Record<string, unknown>) => LedgerLine | null>> = {
  event(line) {
    const { seq, at, door, hash, trust, progress, request_id, event } = line;
    if (typeof seq !== "number" || typeof at !== "number" || !isProgress(progress)) return null;
    if (typeof event !== "object" || event === null) return null;
    const record = { seq, at, door, hash, trust, progress, request_id, event } as EventRecord;
    return { kind: "event", record, inbox: markOf(line["inbox"]) };
  },
  state({ seq, progress }) {
    return typeof seq === "number" && isProgress(progress)
      ? { kind: "state", seq, progress }
      : null;
  },
  inbox({ inbox }) {
    const mark = markOf(inbox);
    return mark === null ? null : { kind: "inbox", inbox: mark };
  },
  head({ next_seq, inbox }) {
    if (typeof next_seq !== "number") return null;
    return { kind: "head", nextSeq: next_seq, inbox: markOf(inbox) };
  },
};

function isProgress(value: unknown): value is Progress {
  return typeof value === "object" && value !== null && "state" in value && "history" in value &&
    EVENT_STATES.includes(value.state as Progress["state"]) && Array.isArray(value.history);
}

function markOf(value: unknown): InboxMark | null {
  if (typeof value !== "object" || value === null) return null;
  const { dev, ino, offset, proof } = value as Record<string, unknown>;
  return typeof dev === "number" && typeof ino === "number" && typeof offset === "number"
    ? { dev, ino, offset, proof: String(proof) }
    : null;
}

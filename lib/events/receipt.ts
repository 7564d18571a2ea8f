/** What callers are told about an event: the answer of a door, and the receipt that is asked for. */
import type { EventRecord } from "./ledger_line.ts";
import type { DeliveryMode } from "./modes.ts";
import type { Rejection } from "./parse_event.ts";
import { type EventState, isUnread } from "./progress.ts";
import { trustInWords } from "./trust.ts";

/** The answer of every door. */
export type Answer =
  | {
    readonly ok: true;
    readonly event_id: string;
    readonly delivered: { readonly thread_id: string; readonly mode: DeliveryMode };
    readonly state: EventState;
    readonly seq: number;
    /** It was there already, and `events.duplicates` is lenient. */
    readonly duplicate?: true;
  }
  | (Rejection & { readonly retry_after_s?: number });

export function acceptedAnswer(record: EventRecord, duplicate = false): Answer {
  const { event, progress, seq } = record;
  return {
    ok: true,
    event_id: event.event_id,
    delivered: { thread_id: event.routing.thread_id, mode: progress.mode },
    state: progress.state,
    seq,
    ...(duplicate ? { duplicate: true as const } : {}),
  };
}

/** Everything about an event, as scripts and pages get it. */
export function receiptOf(record: EventRecord) {
  const { seq, at, door, trust, progress, request_id, event } = record;
  const { history, in_flight: _, refusals: __, at: state_at, ...rest } = progress;
  return {
    event_id: event.event_id,
    thread_id: event.routing.thread_id,
    seq,
    ...rest,
    state_unix_ms: state_at,
    accepted_unix_ms: at,
    unread: isUnread(progress.state),
    door,
    ...(request_id === undefined ? {} : { request_id }),
    trust: { ...trust, label: trustInWords(trust) },
    history: history.map(([state, unix_ms]) => ({ state, unix_ms })),
    event,
  };
}
export type Receipt = ReturnType<typeof receiptOf>;

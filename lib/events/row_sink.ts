/**
 * Rows of events in the transcript and on the pages: an entry per event, kept once when it comes and
 * again when nothing more will happen; in between pages are told only. Knows which conversation a
 * thread belongs to by asking.
 */
import type { HubPayload } from "../hub/hub.ts";
import type { Entry, ExternalEventEntry } from "../router/change.ts";
import type { Meta } from "../transcript/conversations.ts";
import type { EventRecord } from "./ledger_line.ts";
import { clip } from "./plain_text.ts";
import { isSettled } from "./progress.ts";
import type { RowSink } from "./rows.ts";
import { trustInWords } from "./trust.ts";

/** What rows need of the store and the hub. */
export interface RowTargets {
  conversationOf(threadId: string): Promise<Pick<Meta, "conversation_id"> | null>;
  append(conversationId: string, entries: readonly Entry[]): Promise<unknown>;
  publish(conversationId: string, payload: HubPayload, ts: string): void;
  readonly now: () => number;
}

const SHOWN_CHARACTERS = 2_000;
const MOST_THREADS = 1_024;

export function rowSink(targets: RowTargets): RowSink {
  const known = new Map<string, string>();
  const conversationOf = async (threadId: string): Promise<string | null> => {
    const cached = known.get(threadId);
    if (cached !== undefined) return cached;
    const found = await targets.conversationOf(threadId);
    if (found === null) return null;
    if (known.size >= MOST_THREADS) known.clear();
    known.set(threadId, found.conversation_id);
    return found.conversation_id;
  };
  return {
    async record(threadId, records, unread) {
      const id = await conversationOf(threadId);
      if (id === null) return false;
      const ts = new Date(targets.now()).toISOString();
      const kept: Entry[] = [];
      for (const record of records) {
        const entry = entryOf(record);
        targets.publish(id, { type: "external_event", entry }, ts);
        if (isKept(record)) kept.push(entry);
      }
      // How many are unread is told once, with the latest.
      const latest = records.at(-1);
      if (latest !== undefined) targets.publish(id, stateOf(threadId, latest, unread), ts);
      try {
        if (kept.length > 0) await targets.append(id, kept);
      } catch (error) {
        known.delete(threadId);
        throw error;
      }
      return true;
    },
  };
}

/** The row of an event. */
export function entryOf(record: EventRecord): ExternalEventEntry {
  const { seq, at, event, trust, progress, request_id } = record;
  const actions = event.suggested_actions?.map(({ action_id, title, kind, args }) => ({
    ...{ id: action_id, title, kind, args },
  }));
  return {
    id: `event:${event.routing.thread_id}:${seq}`,
    ts: new Date(at).toISOString(),
    role: "external_event",
    ...(progress.turn_id === null ? {} : { turn_id: progress.turn_id }),
    event_id: event.event_id,
    thread_id: event.routing.thread_id,
    seq,
    severity: event.severity,
    event_type: event.type,
    title: event.title,
    text: clip(event.summary, SHOWN_CHARACTERS),
    source: event.source.name,
    trust: trustInWords(trust),
    state: progress.state,
    mode: progress.mode,
    reason: progress.reason,
    ...(request_id === undefined ? {} : { request_id }),
    ...(actions === undefined || actions.length === 0 ? {} : { actions }),
  };
}

/** New, or at its end: the states in between would fill the transcript and tell nobody anything. */
function isKept({ progress }: EventRecord): boolean {
  return progress.history.length <= 2 || isSettled(progress) || progress.state === "queued";
}

function stateOf(
  threadId: string,
  { seq, event, progress }: EventRecord,
  unread: number,
): HubPayload {
  return {
    type: "event_state",
    event_id: event.event_id,
    thread_id: threadId,
    event_seq: seq,
    state: progress.state,
    unread,
  };
}

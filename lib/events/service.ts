/**
 * Events from outside, for all threads: the one function that every door ends in, and the calls that
 * routes, the command line's server side and the gateway make. Opens a thread when it is needed.
 */
import type { EventSettings } from "../config/event_settings.ts";
import type { AgentPort, Timers } from "./agent_port.ts";
import { NotStored } from "./commit_log.ts";
import type { CrashAt } from "./crash_points.ts";
import type { Claim } from "./delivery.ts";
import { AUTO_TURN_TEXT, frameEvents, STEER_TEXT } from "./framing.ts";
import type { DoorName, EventRecord, InboxMark } from "./ledger_line.ts";
import type { DeliveryMode } from "./modes.ts";
import { type ParsedEvent, rejected, type Rejection } from "./parse_event.ts";
import type { PolicySettings } from "./policy.ts";
import type { EventState } from "./progress.ts";
import type { Answer } from "./receipt.ts";
import type { RowSink } from "./rows.ts";
import { THREAD_ID } from "./schema.ts";
import { ThreadEvents } from "./thread_events.ts";
import { threadPaths } from "./thread_folder.ts";
import { type Credential, trustInWords, trustOf } from "./trust.ts";

/** Which threads there are. */
export interface KnownThreads {
  has(threadId: string): Promise<boolean>;
}

export interface EventServiceParts {
  readonly codexHome: string;
  readonly settings: EventSettings;
  readonly port: AgentPort;
  readonly threads: KnownThreads;
  readonly rows: RowSink;
  readonly timers: Timers;
  readonly now: () => number;
  readonly crash: CrashAt;
  readonly delimiter: () => string;
  readonly report: (problem: string) => void;
  readonly uid: number | null;
}

/** Who sends, as the door found out. */
export interface Sender {
  readonly door: DoorName;
  readonly credential: Credential;
  readonly maxMode: DeliveryMode;
  /** Why this sender may not send this event, or null. */
  readonly refuses?: (event: Extract<ParsedEvent, { ok: true }>["event"]) => Rejection | null;
  readonly inbox?: InboxMark | null;
  /** Of the request that brings it. */
  readonly requestId?: string | undefined;
}

/** What `list` is asked for. */
export interface ListQuery {
  readonly states?: ReadonlySet<EventState> | undefined;
  readonly limit: number;
  /** Only events with a larger number. */
  readonly after?: number | undefined;
}

export class EventService {
  readonly #parts: EventServiceParts;
  readonly #open = new Map<string, Promise<ThreadEvents>>();
  readonly #tally = new Map<string, number>();
  /** Those that are open, for questions that cannot wait. */
  readonly #ready = new Map<string, ThreadEvents>();

  constructor(parts: EventServiceParts) {
    this.#parts = parts;
  }

  get settings(): EventSettings {
    return this.#parts.settings;
  }

  get nowMs(): number {
    return this.#parts.now();
  }

  /** Takes one event. Every door ends here. */
  async submit(parsed: ParsedEvent, sender: Sender): Promise<Answer> {
    const answer = await this.#submit(parsed, sender);
    const key = `${sender.door} ${answer.ok ? "accepted" : answer.code}`;
    this.#tally.set(key, (this.#tally.get(key) ?? 0) + 1);
    return answer;
  }

  /** How many events came since the start, by door and outcome: `http accepted`. */
  get tally(): ReadonlyMap<string, number> {
    return this.#tally;
  }

  async #submit(parsed: ParsedEvent, sender: Sender): Promise<Answer> {
    this.#parts.crash("door.received");
    if (!parsed.ok) return parsed;
    const { event } = parsed;
    const { settings } = this.#parts;
    if (!settings.enabled) {
      return rejected("not_stored", "events are switched off (events.enabled)", event.event_id);
    }
    const refusal = sender.refuses?.(event) ?? null;
    if (refusal !== null) return { ...refusal, event_id: event.event_id };
    const { thread_id } = event.routing;
    try {
      const thread = await this.thread(thread_id);
      if (thread === null) return unknownThread(thread_id, event.event_id);
      const trust = trustOf(sender.credential);
      const { door, maxMode, inbox = null, requestId } = sender;
      return await thread.submit({ event, trust, door, maxMode, inbox, requestId });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (!(error instanceof NotStored)) this.#parts.report(`an event was not taken: ${reason}`);
      return rejected("not_stored", reason, event.event_id);
    }
  }

  /** The events of a thread; null if there is no such thread. */
  async thread(threadId: string): Promise<ThreadEvents | null> {
    const open = this.#open.get(threadId);
    if (open !== undefined) return await open;
    if (!THREAD_ID.test(threadId) || !await this.#parts.threads.has(threadId)) return null;
    const found = this.#open.get(threadId) ?? this.#start(threadId);
    return await found;
  }

  /** Events of a thread that nobody has seen; 0 for one that was not opened yet. */
  unreadOf(threadId: string | null): number {
    return threadId === null ? 0 : this.#ready.get(threadId)?.ledger.unread ?? 0;
  }

  /** The event of an id in a thread. */
  async find(threadId: string, eventId: string, source?: string): Promise<EventRecord | null> {
    return (await this.thread(threadId))?.ledger.find(eventId, source) ?? null;
  }

  /** Events of a thread, the newest first; null if there is no such thread. */
  async list(threadId: string, { states, limit, after = 0 }: ListQuery) {
    const thread = await this.thread(threadId);
    if (thread === null) return null;
    const records: EventRecord[] = [];
    for (const record of thread.ledger.newest(states)) {
      if (records.length >= limit || record.seq <= after) break;
      records.push(record);
    }
    return { records, unread: thread.ledger.unread, lastSeq: thread.ledger.lastSeq };
  }

  /**
   * What would become of an event, and the exact text that the model would see. Keeps nothing.
   * `policy` may be one that is only considered.
   */
  async preview(
    parsed: ParsedEvent,
    sender: Sender,
    policy: PolicySettings = this.#parts.settings,
  ) {
    if (!parsed.ok) return parsed;
    const { event } = parsed;
    const thread = await this.thread(event.routing.thread_id);
    if (thread === null) return unknownThread(event.routing.thread_id, event.event_id);
    const trust = trustOf(sender.credential);
    const { mode, fallback, reasons, rule, coalesce, debounceMs } = thread.decide(
      event,
      trust,
      sender.maxMode,
      policy,
    );
    const { max_per_group: perGroup, budget_characters: characters } = this.#parts.settings;
    const limits = { perGroup, characters };
    const framed = frameEvents([{ seq: 1, event, trust }], limits, this.#parts.delimiter());
    return {
      ok: true as const,
      event_id: event.event_id,
      decision: { mode, fallback, reasons, rule, coalesce, debounce_ms: debounceMs },
      trust: { ...trust, label: trustInWords(trust) },
      model_visible: {
        text: mode === "notify_only" ? null : framed?.text ?? null,
        message: { steer: STEER_TEXT, auto_turn: AUTO_TURN_TEXT }[mode as string] ?? null,
      },
    };
  }

  /** For a turn that is about to start; null if nothing waits, or nobody ever sent anything. */
  async claim(threadId: string, clientId: string): Promise<Claim | null> {
    try {
      return await (await this.#opened(threadId))?.claim(clientId) ?? null;
    } catch (error) {
      // A turn must not fail because of what it could have carried.
      this.#parts.report(`events of thread ${threadId} stay behind: ${(error as Error).message}`);
      return null;
    }
  }

  echoed(threadId: string, clientId: string, turnId: string | null): void {
    void this.#opened(threadId).then((thread) => thread?.echoed(clientId, turnId), () => {});
  }

  turnEnded(threadId: string, turnId: string): void {
    void this.#opened(threadId).then((thread) => thread?.turnEnded(turnId), () => {});
  }

  /** The app-server has a thread. */
  loaded(threadId: string): void {
    void this.thread(threadId).then((thread) => thread?.loaded(), () => {});
  }

  /** The thread's conversation is gone: its events stay on disk, and nobody takes more. */
  async forget(threadId: string): Promise<void> {
    const open = this.#open.get(threadId);
    this.#open.delete(threadId);
    this.#ready.delete(threadId);
    await (await open)?.close();
  }

  /** The app-server is gone. */
  disconnected(): void {
    for (const open of this.#open.values()) {
      void open.then((thread) => thread.disconnected(), () => {});
    }
  }

  /** Now and then: what is too old expires, and files are kept small. */
  async sweep(): Promise<void> {
    for (const open of this.#open.values()) {
      const thread = await open.catch(() => null);
      await thread?.expire().catch((error) => this.#parts.report(error.message));
    }
  }

  async close(): Promise<void> {
    const open = [...this.#open.values()];
    this.#open.clear();
    await Promise.allSettled(open.map(async (thread) => await (await thread).close()));
  }

  /** Of threads that were used since the start, or that have a ledger on disk. */
  async #opened(threadId: string): Promise<ThreadEvents | null> {
    const open = this.#open.get(threadId);
    return open === undefined ? await this.thread(threadId) : await open;
  }

  #start(threadId: string): Promise<ThreadEvents> {
    const paths = threadPaths(this.#parts.codexHome, threadId);
    const opening = ThreadEvents.open({ ...this.#parts, threadId, paths });
    this.#open.set(threadId, opening);
    opening.then(
      (thread) => void this.#ready.set(threadId, thread),
      () => this.#open.delete(threadId),
    );
    return opening;
  }
}

function unknownThread(threadId: string, eventId: string): Rejection {
  return rejected("unknown_thread", `there is no thread "${threadId}"`, eventId);
}

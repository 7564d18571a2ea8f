/**
 * The events of one thread, all together: its ledger, its delivery, its rows and those who wait for a
 * receipt. The only one who may write the thread's ledger on this machine: it holds the lock.
 */
import type { EventSettings } from "../config/event_settings.ts";
import { readJsonFile, writeJsonFile } from "../disk/json_file.ts";
import type { AgentPort, Timers } from "./agent_port.ts";
import type { CrashAt } from "./crash_points.ts";
import { type Claim, Delivery } from "./delivery.ts";
import { Ledger } from "./ledger.ts";
import type { DoorName, EventRecord, InboxMark } from "./ledger_line.ts";
import type { DeliveryMode } from "./modes.ts";
import { rejected } from "./parse_event.ts";
import { decide, type Decision, type PolicySettings } from "./policy.ts";
import { type EventState, isReached, isWaiting, type Step } from "./progress.ts";
import { RateLimit } from "./rate_limit.ts";
import { acceptedAnswer, type Answer } from "./receipt.ts";
import { Rows, type RowSink } from "./rows.ts";
import type { ExternalEvent } from "./schema.ts";
import { prepareFolder, type ThreadPaths } from "./thread_folder.ts";
import type { Trust } from "./trust.ts";

export interface ThreadEventsParts {
  readonly threadId: string;
  readonly paths: ThreadPaths;
  readonly settings: EventSettings;
  readonly port: AgentPort;
  readonly rows: RowSink;
  readonly timers: Timers;
  readonly now: () => number;
  readonly crash: CrashAt;
  readonly delimiter: () => string;
  readonly report: (problem: string) => void;
  readonly uid: number | null;
}

/** Who sends an event, as its door has found out. */
export interface Submission {
  readonly event: ExternalEvent;
  readonly trust: Trust;
  readonly maxMode: DeliveryMode;
  readonly door: DoorName;
  readonly inbox?: InboxMark | null;
  readonly requestId?: string | undefined;
}

const HOUR_MS = 60 * 60 * 1_000;
/** Beyond this many that nobody has seen, more are not taken. */
const MAX_UNREAD = 1_000_000;
const MAX_WAITERS = 1_000;
const SAVE_AFTER_MS = 500;
/** What an event is at first, by its mode; the others wait in the queue. */
const FIRST_STATE: Partial<Record<DeliveryMode, EventState>> = {
  notify_only: "notified",
  steer: "accepted",
};

export class ThreadEvents {
  readonly ledger: Ledger;
  readonly #parts: ThreadEventsParts;
  readonly #lock: Deno.FsFile;
  readonly #delivery: Delivery;
  readonly #rows: Rows;
  readonly #rate: RateLimit;
  readonly #waiters = new Set<{ seq: number; wake: (record: EventRecord) => void }>();
  #cancelSave: (() => void) | null = null;

  private constructor(parts: ThreadEventsParts, lock: Deno.FsFile, ledger: Ledger, rows: Rows) {
    this.#parts = parts;
    this.#lock = lock;
    this.ledger = ledger;
    this.#rows = rows;
    const { settings, now } = parts;
    this.#rate = new RateLimit(settings.max_per_second, settings.max_per_second, now);
    this.#delivery = new Delivery({
      ...parts,
      ledger,
      limits: { perGroup: settings.max_per_group, characters: settings.budget_characters },
    });
  }

  /** Takes the thread over; throws a sentence if another process has it or its folder is not ours. */
  static async open(parts: ThreadEventsParts): Promise<ThreadEvents> {
    const { paths, uid, threadId, now, timers, crash, report } = parts;
    await prepareFolder(paths.folder, uid);
    const lock = await Deno.open(paths.lock, { write: true, create: true, mode: 0o600 });
    if (!await lock.tryLock(true)) {
      lock.close();
      throw new Error(`another Pilothouse takes the events of thread ${threadId}`);
    }
    try {
      const recorded = await recordedIn(paths.state);
      const rows = new Rows(parts.rows, threadId, recorded, timers, crash, report);
      // What recovery finds out is told when all is in place.
      const early: EventRecord[] = [];
      let self: ThreadEvents | null = null;
      const ledger = await Ledger.open({
        ...{ path: paths.log, now, crash, report },
        onAccepted: (records) => {
          if (self !== null) self.#accepted(records);
        },
        onState: (record) => {
          if (self !== null) self.#changed(record);
          else early.push(record);
        },
      });
      self = new ThreadEvents(parts, lock, ledger, rows);
      self.#catchUp();
      if (early.length > 0) rows.record(early, ledger.unread);
      await self.#forgetSteers();
      return self;
    } catch (error) {
      lock.close();
      throw error;
    }
  }

  /** Takes one event: decided, safe on disk, on its way. The end of every door. */
  async submit(submission: Submission): Promise<Answer> {
    const { event, trust, maxMode, door, inbox = null, requestId } = submission;
    const wait = this.ledger.unread >= MAX_UNREAD ? 60 : this.#rate.take();
    if (wait !== null) {
      const message = `too many events: try again in ${wait} s`;
      return { ...rejected("rate_limited", message, event.event_id), retry_after_s: wait };
    }
    const decision = this.decide(event, trust, maxMode);
    const state = FIRST_STATE[decision.mode] ?? "queued";
    const reason = decision.reasons.join("; ");
    const result = await this.ledger.accept({
      ...{ event, trust, door, state, mode: decision.mode, reason, inbox, requestId },
    });
    if (result.kind === "duplicate") return this.#duplicate(result.sameBody, result.record);
    this.#parts.crash("door.before_answer");
    this.#delivery.deliver(result.record, decision);
    return acceptedAnswer(result.record);
  }

  /** What the policy says of an event now; `settings` may be ones that are only considered. */
  decide(
    event: ExternalEvent,
    trust: Trust,
    maxMode: DeliveryMode,
    settings: PolicySettings = this.#parts.settings,
  ): Decision {
    const { port, threadId, now } = this.#parts;
    return decide({
      ...{ event, trust, maxMode, settings },
      thread: port.situation(threadId),
      autoTurnsLastHour: this.#delivery.autoTurnsSince(now() - HOUR_MS),
    });
  }

  /** A turn or a person's steer is about to leave; null if it has nothing to carry. */
  async claim(clientId: string): Promise<Claim | null> {
    await this.expire();
    return await this.#delivery.claim(clientId);
  }

  echoed(clientId: string, turnId: string | null): void {
    this.#delivery.echoed(clientId, turnId);
  }

  turnEnded(turnId: string): void {
    this.#delivery.turnEnded(turnId);
  }

  disconnected(): void {
    this.#delivery.disconnected();
  }

  /** The app-server has the thread, or a conversation has got it: rows that waited are made. */
  loaded(): void {
    this.#catchUp();
    this.#delivery.loaded();
  }

  /** Somebody has seen to it; an event that waits is not told to the model any more. */
  async ack(seq: number): Promise<EventRecord | null> {
    return await this.ledger.advance(seq, "acked");
  }

  /** A person wants the agent to be told after all; null where it was told, or may have been. */
  async requeue(seq: number): Promise<EventRecord | null> {
    const record = this.ledger.get(seq);
    if (record === null || isWaiting(record.progress)) return record;
    if (record.progress.state !== "notified" && record.progress.state !== "dead") return null;
    const change = { mode: "queue_for_next_turn", refusals: 0, reason: "a person asked for it" };
    return await this.ledger.advance(seq, "queued", change as Step);
  }

  /** The record once it has reached a state, or can never; as it is when the time is over. */
  async wait(seq: number, wanted: EventState, timeoutMs: number): Promise<EventRecord | null> {
    const record = this.ledger.get(seq);
    const over = record === null || isReached(record.progress, wanted) || timeoutMs <= 0;
    if (over || this.#waiters.size >= MAX_WAITERS) return record;
    return await new Promise((resolve) => {
      const settle = (found: EventRecord | null) => {
        cancel();
        this.#waiters.delete(waiter);
        resolve(found);
      };
      const cancel = this.#parts.timers.after(timeoutMs, () => settle(this.ledger.get(seq)));
      const waiter = {
        seq,
        wake: (found: EventRecord) => void (isReached(found.progress, wanted) && settle(found)),
      };
      this.#waiters.add(waiter);
    });
  }

  /** Events that waited too long are told to nobody any more, and say so. */
  async expire(): Promise<void> {
    const { now, settings } = this.#parts;
    const before = now() - settings.expire_after_hours * HOUR_MS;
    const old = [
      ...this.ledger.rows((table, row) =>
        table.at(row) < before &&
        isWaiting({ state: table.state(row), in_flight: table.inFlight(row) })
      ),
    ];
    const reason = `nobody took it within ${settings.expire_after_hours} hours`;
    await Promise.all(old.map((seq) => this.ledger.advance(seq, "expired", { reason })));
  }

  async close(): Promise<void> {
    this.#delivery.stop();
    this.#cancelSave?.();
    await this.#rows.close();
    await this.#save().catch((error) => this.#parts.report(error.message));
    await this.ledger.close();
    this.#lock.close();
  }

  #duplicate(sameBody: boolean, record: EventRecord): Answer {
    const { event, progress } = record;
    if (sameBody && this.#parts.settings.duplicates === "lenient") {
      return acceptedAnswer(record, true);
    }
    const message = sameBody
      ? `it was accepted before; its state is ${progress.state}`
      : "another event of this source has the same id";
    return { ...rejected("duplicate_event", message, event.event_id), same_body: sameBody };
  }

  #accepted(records: readonly EventRecord[]): void {
    this.#rows.record(records, this.ledger.unread);
    this.#saveSoon();
  }

  #changed(record: EventRecord): void {
    for (const { seq, wake } of this.#waiters) if (seq === record.seq) wake(record);
    this.#rows.record([record], this.ledger.unread);
    this.#saveSoon();
  }

  /** Rows of events that have none yet: a crash came between, or the thread had no conversation. */
  #catchUp(): void {
    this.#rows.again();
    const missing = [...this.ledger.rows((table, row) => table.seq(row) > this.#rows.recorded)];
    const batch = 200;
    for (let at = missing.length; at > 0; at -= batch) {
      const seqs = missing.slice(Math.max(0, at - batch), at).reverse();
      const records = seqs.map((seq) => this.ledger.get(seq)).filter((record) => record !== null);
      this.#rows.record(records, this.ledger.unread);
    }
  }

  /** A steer that was decided but not begun has no turn any more. */
  async #forgetSteers(): Promise<void> {
    const left = [...this.ledger.rows((table, row) => table.state(row) === "accepted")];
    const change = { mode: "queue_for_next_turn", reason: "steer: the service ended before it" };
    await Promise.all(left.map((seq) => this.ledger.advance(seq, "queued", change as Step)));
  }

  #saveSoon(): void {
    this.#cancelSave ??= this.#parts.timers.after(SAVE_AFTER_MS, () => {
      this.#cancelSave = null;
      this.#save().catch((error) => this.#parts.report(error.message));
    });
  }

  async #save(): Promise<void> {
    const { paths, threadId, now } = this.#parts;
    await writeJsonFile(paths.state, {
      ...{ v: 1, thread_id: threadId, updated_unix_ms: now(), last_seq: this.ledger.lastSeq },
      ...{ unread: this.ledger.unread, recorded_seq: this.#rows.recorded },
      inbox: this.ledger.inbox,
    });
  }
}

/** How far rows were made; a file that cannot be read means all of them again, which does no harm. */
async function recordedIn(path: string): Promise<number> {
  const state = await readJsonFile(path).catch(() => null) as { recorded_seq?: unknown } | null;
  return typeof state?.recorded_seq === "number" ? state.recorded_seq : 0;
}

/**
 * The ledger of one thread: every event that was accepted, once, and what became of it. The file is
 * the truth; memory holds where things are. An event exists when its line is synced, a state counts
 * when its line is. Knows nothing of doors, policy or the app-server.
 */
import { createHash } from "node:crypto";
import { CommitLog } from "./commit_log.ts";
import type { CrashAt } from "./crash_points.ts";
import type { EventTable } from "./event_table.ts";
import { rewriteLedger } from "./ledger_compact.ts";
import {
  type DoorName,
  eventLine,
  type EventRecord,
  inboxLine,
  type InboxMark,
  stateLine,
} from "./ledger_line.ts";
import { keyOf, type LoadedLedger, loadLedger } from "./ledger_load.ts";
import { LedgerMemory } from "./ledger_memory.ts";
import { FileDevice, type LogDevice } from "./log_device.ts";
import type { DeliveryMode } from "./modes.ts";
import { begin, type EventState, type Step, step } from "./progress.ts";
import { retainedRows, RETENTION, type RetentionLimits } from "./retention.ts";
import type { ExternalEvent } from "./schema.ts";
import type { Trust } from "./trust.ts";

export interface LedgerOptions {
  readonly path: string;
  readonly now: () => number;
  readonly crash: CrashAt;
  readonly report: (problem: string) => void;
  /** Events that are safe now, in order; called once for all of a commit. */
  readonly onAccepted?: (records: readonly EventRecord[]) => void;
  /** A state that is safe now. */
  readonly onState?: (record: EventRecord) => void;
  readonly retention?: RetentionLimits;
  readonly openDevice?: (path: string) => LogDevice;
}

/** An event to be accepted, with the first decision about it. */
export interface Candidate {
  readonly event: ExternalEvent;
  readonly trust: Trust;
  readonly door: DoorName;
  readonly state: EventState;
  readonly mode: DeliveryMode;
  readonly reason: string;
  readonly inbox?: InboxMark | null;
  readonly requestId?: string | undefined;
}

export type Accepted =
  | { readonly kind: "accepted"; readonly record: EventRecord }
  | { readonly kind: "duplicate"; readonly sameBody: boolean; readonly record: EventRecord };

export class Ledger {
  readonly #options: LedgerOptions;
  readonly #open: (path: string) => LogDevice;
  readonly #log: CommitLog;
  readonly #memory: LedgerMemory;
  #nextSeq: number;
  #inbox: InboxMark | null;
  #lines: number;
  #tidyAt = 0;
  #fresh: EventRecord[] = [];
  /** When turns were started for events, since the file was rewritten. */
  readonly autoTurns: readonly number[];

  private constructor(options: LedgerOptions, device: LogDevice, loaded: LoadedLedger) {
    this.#options = options;
    this.#open = options.openDevice ?? ((path) => new FileDevice(path));
    this.#log = new CommitLog(device, loaded.end, options.crash);
    this.#memory = new LedgerMemory(this.#log, loaded.table, loaded.index);
    this.#nextSeq = loaded.nextSeq;
    this.#inbox = loaded.inbox;
    this.#lines = loaded.lines;
    this.autoTurns = loaded.autoTurns;
  }

  /** Opens the ledger at a path; what was under way when its last owner died is marked as unknown. */
  static async open(options: LedgerOptions): Promise<Ledger> {
    const device = (options.openDevice ?? ((path) => new FileDevice(path)))(options.path);
    const loaded = loadLedger(device);
    for (const problem of loaded.problems) options.report(`${options.path}: ${problem}`);
    const ledger = new Ledger(options, device, loaded);
    await ledger.#recover();
    return ledger;
  }

  get unread(): number {
    return this.#memory.table.unread;
  }

  /** The number of the latest event; 0 without any. */
  get lastSeq(): number {
    return this.#nextSeq - 1;
  }

  /** How far the inbox file was read. */
  get inbox(): InboxMark | null {
    return this.#inbox;
  }

  /** Accepts an event; resolves when it is safe. A repeat gets what is known of the first. */
  async accept(candidate: Candidate): Promise<Accepted> {
    const { event, trust, door, state, mode, reason, inbox = null, requestId } = candidate;
    const body = JSON.stringify(event);
    const hash = createHash("sha256").update(body).digest("base64url").slice(0, 22);
    const key = keyOf(event);
    for (let known = this.#memory.known(key); known !== null; known = this.#memory.known(key)) {
      // Nobody may be told "you sent that already" of an event that the disk then refuses.
      if (this.#memory.accepting.has(known.seq)) await this.#committed();
      else return { kind: "duplicate", sameBody: known.hash === hash, record: known };
    }
    // From here to the entry in memory nothing may wait: two of the same would both pass.
    const at = this.#options.now();
    const seq = this.#nextSeq++;
    const progress = begin(state, mode, reason, at);
    const record = { seq, at, door, hash, trust, progress, request_id: requestId, event };
    this.#memory.begin(record);
    try {
      await this.#append(eventLine(record, body, inbox), (place) => {
        this.#memory.settle(seq, place);
        if (inbox !== null) this.#inbox = inbox;
        this.#announce(record);
      });
    } catch (error) {
      this.#memory.discard(seq);
      throw error;
    }
    return { kind: "accepted", record };
  }

  /**
   * Takes an event one step further; resolves when the step is safe, with the record as it is then,
   * or null if that step cannot follow. Where the disk refuses, it stays where it was.
   */
  async advance(seq: number, state: EventState, change: Step = {}): Promise<EventRecord | null> {
    const record = this.get(seq);
    const progress = record && step(record.progress, state, this.#options.now(), change);
    if (record === null || progress === null) return null;
    this.#memory.beginStep(seq, progress);
    try {
      await this.#append(stateLine(seq, progress), (place) => {
        this.#memory.settleStep(seq, progress, place);
      });
    } catch (error) {
      this.#memory.discardStep(seq, progress, record.progress);
      throw error;
    }
    const next = { ...record, progress };
    this.#options.onState?.(next);
    return next;
  }

  /** Remembers how far the inbox was read where no event came of it. */
  async markInbox(inbox: InboxMark): Promise<void> {
    await this.#append(inboxLine(inbox), () => (this.#inbox = inbox));
  }

  /** The event with this number. */
  get(seq: number): EventRecord | null {
    const row = this.#memory.table.rowOf(seq);
    return row === -1 ? null : this.#memory.record(row);
  }

  /** The latest safe event with this id, of one source or of any. */
  find(eventId: string, source?: string): EventRecord | null {
    if (source !== undefined) {
      const known = this.#memory.known(keyOf({ source: { name: source }, event_id: eventId }));
      return known === null || this.#memory.accepting.has(known.seq) ? null : known;
    }
    for (const record of this.newest()) if (record.event.event_id === eventId) return record;
    return null;
  }

  /** Safe events from the newest on, read as they are asked for. `states` leaves out all others. */
  *newest(states?: ReadonlySet<EventState>): Generator<EventRecord> {
    const wanted = (table: EventTable, row: number) =>
      states === undefined || states.has(table.state(row));
    for (const seq of this.rows(wanted)) {
      const record = this.get(seq);
      if (record !== null) yield record;
    }
  }

  /** Numbers of the safe events that a test of the table's columns accepts, the newest first. */
  *rows(wanted: (table: EventTable, row: number) => boolean): Generator<number> {
    const { table, accepting } = this.#memory;
    for (const row of table.newest()) {
      const seq = table.seq(row);
      if (!accepting.has(seq) && wanted(table, row)) yield seq;
    }
  }

  /** Rewrites the file without what may be forgotten, if that is worth it or `force` says so. */
  async tidy(force = false): Promise<void> {
    const { now, retention = RETENTION } = this.#options;
    await this.#log.exclusive(async () => {
      const { table, accepting } = this.#memory;
      const kept = retainedRows(table, now(), retention)
        .filter((row) => !accepting.has(table.seq(row)));
      this.#tidyAt = this.#lines + Math.max(retention.events, this.#lines / 2);
      if (force || kept.length + retention.events <= this.#lines / 2) await this.#rewrite(kept);
    });
  }

  /** Waits for what is under way, then lets the file go. */
  async close(): Promise<void> {
    await this.#log.close();
  }

  async #rewrite(kept: readonly number[]): Promise<void> {
    const memory = this.#memory;
    const records = function* () {
      for (const row of kept) yield memory.record(row);
    };
    const head = { nextSeq: this.#nextSeq, inbox: this.#inbox };
    const { path, crash } = this.#options;
    const next = await rewriteLedger(path, head, records(), crash, this.#open);
    memory.replace(next.table, next.index);
    this.#lines = kept.length + 1;
    this.#log.swap(next.device, next.end);
  }

  #append(line: string, placed: Parameters<CommitLog["append"]>[1]): Promise<void> {
    return this.#log.append(line, (place) => {
      this.#lines++;
      placed(place);
    });
  }

  /** Resolves after the commit that is under way. */
  #committed(): Promise<void> {
    return this.#log.exclusive(() => Promise.resolve());
  }

  /** Tells of all events of a commit at once. */
  #announce(record: EventRecord): void {
    if (this.#fresh.push(record) > 1) return;
    queueMicrotask(() => {
      const records = this.#fresh;
      this.#fresh = [];
      this.#options.onAccepted?.(records);
      if (this.#lines < this.#tidyAt) return;
      this.tidy().catch((error) =>
        this.#options.report(`the ledger is not tidy: ${error.message}`)
      );
    });
  }

  /** What a former owner had under way: sent or not, nobody knows; it is never sent again. */
  async #recover(): Promise<void> {
    const lost = [
      ...this.rows((table, row) =>
        table.inFlight(row) ||
        (table.state(row) === "injected" && table.mode(row) !== "append_to_thread")
      ),
    ];
    const change = { reason: "the service ended before the outcome was known", in_flight: false };
    await Promise.all(lost.map((seq) => this.advance(seq, "indeterminate", change)));
  }
}

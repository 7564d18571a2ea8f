/**
 * Events as rows of the conversation: each gets one as soon as it is safe, and the same row again
 * with each new state. One after the other, so that an old state never follows a new one. Remembers
 * up to which event rows were made; where a row goes is the sink's business.
 */
import type { Timers } from "./agent_port.ts";
import type { CrashAt } from "./crash_points.ts";
import type { EventRecord } from "./ledger_line.ts";

/** Where rows go. */
export interface RowSink {
  /** Keeps and shows them; false if the thread has no conversation to show them in. */
  record(threadId: string, records: readonly EventRecord[], unread: number): Promise<boolean>;
}

/** In a flood rows are made in larger pieces: a page shows no more than so many at a time anyway. */
const FLOOD = 32;
const FLOOD_PAUSE_MS = 25;

export class Rows {
  readonly #sink: RowSink;
  readonly #threadId: string;
  readonly #crash: CrashAt;
  readonly #report: (problem: string) => void;
  /** What comes while rows are being written goes into the next write, all at once. */
  #waiting: EventRecord[] = [];
  #unread = 0;
  readonly #timers: Timers;
  #resume: (() => void) | null = null;
  #hurry = false;
  #last: Promise<void> = Promise.resolve();
  #recorded: number;
  /** A row could not be made: the mark stays in front of it until {@link again}. */
  #gap = false;

  constructor(
    sink: RowSink,
    threadId: string,
    recorded: number,
    timers: Timers,
    crash: CrashAt,
    report: (problem: string) => void,
  ) {
    this.#sink = sink;
    this.#timers = timers;
    this.#threadId = threadId;
    this.#recorded = recorded;
    this.#crash = crash;
    this.#report = report;
  }

  /** The number of the last event that has a row, and so have all before it. */
  get recorded(): number {
    return this.#recorded;
  }

  /** From now on all rows behind the mark are made once more. */
  again(): void {
    this.#last = this.#last.then(() => void (this.#gap = false));
  }

  record(records: readonly EventRecord[], unread: number): void {
    const scheduled = this.#waiting.length > 0;
    this.#waiting.push(...records);
    this.#unread = unread;
    if (scheduled) return;
    this.#last = this.#last.then(() => this.#writeAll()).catch((error) => {
      this.#report(`rows of thread ${this.#threadId}: ${(error as Error).message}`);
    });
  }

  /** Makes all rows without a pause from now on; resolves when they are made. */
  async close(): Promise<void> {
    this.#hurry = true;
    this.#resume?.();
    await this.#last;
  }

  async #writeAll(): Promise<void> {
    const records = this.#waiting;
    this.#waiting = [];
    await this.#write(records, this.#unread);
    if (records.length >= FLOOD && !this.#hurry) await this.#pause();
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.#timers.after(FLOOD_PAUSE_MS, resolve);
      this.#resume = () => {
        cancel();
        resolve();
      };
    });
  }

  async #write(records: readonly EventRecord[], unread: number): Promise<void> {
    const isNew = records.some(({ seq }) => seq > this.#recorded);
    this.#crash("rows.before_record");
    let done = false;
    try {
      done = await this.#sink.record(this.#threadId, records, unread);
    } finally {
      if (!done && isNew) this.#gap = true;
    }
    this.#crash("rows.after_record");
    if (this.#gap) return;
    for (const { seq } of records) this.#recorded = Math.max(this.#recorded, seq);
  }
}

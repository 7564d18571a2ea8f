/**
 * Events as rows of the conversation: each gets one as soon as it is safe, and the same row again
 * with each new state. One after the other, so that an old state never follows a new one. Remembers
 * up to which event rows were made; where a row goes is the sink's business.
 */
import type { CrashAt } from "./crash_points.ts";
import type { EventRecord } from "./ledger_line.ts";

/** Where rows go. */
export interface RowSink {
  /** Keeps and shows them; false if the thread has no conversation to show them in. */
  record(threadId: string, records: readonly EventRecord[], unread: number): Promise<boolean>;
}

export class Rows {
  readonly #sink: RowSink;
  readonly #threadId: string;
  readonly #crash: CrashAt;
  readonly #report: (problem: string) => void;
  #last: Promise<void> = Promise.resolve();
  #recorded: number;
  /** A row could not be made: the mark stays in front of it until {@link again}. */
  #gap = false;

  constructor(
    sink: RowSink,
    threadId: string,
    recorded: number,
    crash: CrashAt,
    report: (problem: string) => void,
  ) {
    this.#sink = sink;
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
    this.#last = this.#last.then(() => this.#write(records, unread)).catch((error) => {
      this.#report(`rows of thread ${this.#threadId}: ${(error as Error).message}`);
    });
  }

  /** Resolves when all rows so far are made. */
  idle(): Promise<void> {
    return this.#last;
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

/**
 * What a ledger knows of its events: rows in memory, lines on the disk, and what is still on its way
 * there. Answers for all three as one, so that nobody sees an event twice or in an old state.
 */
import type { CommitLog } from "./commit_log.ts";
import type { EventTable } from "./event_table.ts";
import { type KeyHash, keyHash, type KeyIndex } from "./key_index.ts";
import { type EventRecord, readLine } from "./ledger_line.ts";
import { keyOf } from "./ledger_load.ts";
import type { Progress } from "./progress.ts";

export class LedgerMemory {
  readonly #log: CommitLog;
  #table: EventTable;
  #index: KeyIndex;
  /** Events whose line is not safe yet, by number. */
  readonly #accepting = new Map<number, EventRecord>();
  /** Progress whose line is not safe yet, by number. */
  readonly #stepping = new Map<number, Progress>();

  constructor(log: CommitLog, table: EventTable, index: KeyIndex) {
    this.#log = log;
    this.#table = table;
    this.#index = index;
  }

  get table(): EventTable {
    return this.#table;
  }

  /** Events whose line is not safe yet, in order. */
  get accepting(): ReadonlyMap<number, EventRecord> {
    return this.#accepting;
  }

  /** An event is on its way to the disk. */
  begin(record: EventRecord): void {
    this.#accepting.set(record.seq, record);
    this.#add(record, keyHash(keyOf(record.event)));
  }

  /** Its line is safe. */
  settle(seq: number, place: { readonly offset: number; readonly length: number }): void {
    this.#accepting.delete(seq);
    this.#table.place(this.#table.rowOf(seq), place);
  }

  /** The disk refused it: as if it had never come. */
  discard(seq: number): void {
    this.#accepting.delete(seq);
    const row = this.#table.rowOf(seq);
    if (row !== -1) this.#table.void(row);
  }

  /** A progress is on its way; it counts from now on. */
  beginStep(seq: number, progress: Progress): void {
    this.#stepping.set(seq, progress);
    this.#apply(seq, progress);
  }

  settleStep(
    seq: number,
    progress: Progress,
    place: { readonly offset: number; readonly length: number },
  ): void {
    this.#table.placeLatest(this.#table.rowOf(seq), place);
    if (this.#stepping.get(seq) === progress) this.#stepping.delete(seq);
  }

  /** The disk refused it: the event stays where it was, unless it went on since. */
  discardStep(seq: number, progress: Progress, before: Progress): void {
    if (this.#stepping.get(seq) !== progress) return;
    this.#stepping.delete(seq);
    this.#apply(seq, before);
  }

  /** The file was rewritten: these rows belong to it, and those on their way come behind. */
  replace(table: EventTable, index: KeyIndex): void {
    this.#table = table;
    this.#index = index;
    for (const record of this.#accepting.values()) this.#add(record, keyHash(keyOf(record.event)));
    for (const [seq, progress] of this.#stepping) this.#apply(seq, progress);
  }

  /** The event of an identity, wherever it is. */
  known(key: string): EventRecord | null {
    let found: EventRecord | null = null;
    for (const row of this.#index.rows(keyHash(key))) {
      if (!this.#table.exists(row)) continue;
      const record = this.record(row);
      if (keyOf(record.event) === key) found = record;
    }
    return found;
  }

  /** An event with its latest progress. */
  record(row: number): EventRecord {
    const seq = this.#table.seq(row);
    const record = this.#accepting.get(seq) ?? this.#read(row);
    const progress = this.#stepping.get(seq);
    return progress === undefined ? record : { ...record, progress };
  }

  #read(row: number): EventRecord {
    const [own, latest] = [this.#table.eventPlace(row), this.#table.latestPlace(row)];
    const line = readLine(this.#log.read(own));
    if (line?.kind !== "event" || line.record.seq !== this.#table.seq(row)) {
      throw new Error("the ledger's file was changed by somebody else");
    }
    if (own.offset === latest.offset) return line.record;
    const state = readLine(this.#log.read(latest));
    return state?.kind === "state" ? { ...line.record, progress: state.progress } : line.record;
  }

  #add({ seq, at, event, progress }: EventRecord, hash: KeyHash): void {
    const { state, mode } = progress;
    this.#table.add({ seq, at, state, mode, severity: event.severity });
    this.#index.add(hash);
  }

  #apply(seq: number, { state, mode, in_flight }: Progress): void {
    const row = this.#table.rowOf(seq);
    if (row !== -1) this.#table.advance(row, state, mode, in_flight);
  }
}

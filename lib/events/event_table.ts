/**
 * What the ledger keeps of each event in memory: where its lines are in the file, its state, and what
 * is needed to choose among those that wait. Columns of numbers, so that hundreds of thousands of
 * unread events cost a few megabytes. Knows nothing of files.
 */
import { DELIVERY_MODES, type DeliveryMode, SEVERITIES, type Severity } from "./modes.ts";
import { EVENT_STATES, type EventState, isUnread } from "./progress.ts";

/** A line in the file. */
export interface Place {
  readonly offset: number;
  readonly length: number;
}

/** What a row is made of at first. */
export interface RowData {
  readonly seq: number;
  readonly at: number;
  readonly state: EventState;
  readonly mode: DeliveryMode;
  readonly severity: Severity;
}

const FIRST_ROWS = 32;
/** In the column of states: the event could not be written, so it does not exist. */
const VOID = 255;

export class EventTable {
  #seq = new Float64Array(FIRST_ROWS);
  #at = new Float64Array(FIRST_ROWS);
  #event = new Float64Array(FIRST_ROWS);
  #eventLength = new Uint32Array(FIRST_ROWS);
  #latest = new Float64Array(FIRST_ROWS);
  #latestLength = new Uint32Array(FIRST_ROWS);
  #state = new Uint8Array(FIRST_ROWS);
  #mode = new Uint8Array(FIRST_ROWS);
  #severity = new Uint8Array(FIRST_ROWS);
  #inFlight = new Uint8Array(FIRST_ROWS);
  #size = 0;
  #unread = 0;

  /** Rows, the void ones included. */
  get size(): number {
    return this.#size;
  }

  /** Events that nobody has seen. */
  get unread(): number {
    return this.#unread;
  }

  /** Adds an event whose line is not written yet; gives its row. */
  add({ seq, at, state, mode, severity }: RowData): number {
    if (this.#size === this.#seq.length) this.#grow();
    const row = this.#size++;
    this.#seq[row] = seq;
    this.#at[row] = at;
    this.#state[row] = EVENT_STATES.indexOf(state);
    this.#mode[row] = DELIVERY_MODES.indexOf(mode);
    this.#severity[row] = SEVERITIES.indexOf(severity);
    if (isUnread(state)) this.#unread++;
    return row;
  }

  /** Its line was written here. */
  place(row: number, { offset, length }: Place): void {
    this.#event[row] = this.#latest[row] = offset;
    this.#eventLength[row] = this.#latestLength[row] = length;
  }

  /** It has a new state; where the line with it is, is told by {@link placeLatest}. */
  advance(row: number, state: EventState, mode: DeliveryMode, inFlight: boolean): void {
    this.#unread += Number(isUnread(state)) - Number(isUnread(this.state(row)));
    this.#state[row] = EVENT_STATES.indexOf(state);
    this.#mode[row] = DELIVERY_MODES.indexOf(mode);
    this.#inFlight[row] = Number(inFlight);
  }

  placeLatest(row: number, { offset, length }: Place): void {
    this.#latest[row] = offset;
    this.#latestLength[row] = length;
  }

  /** Its line could not be written: as if it had never come. */
  void(row: number): void {
    if (isUnread(this.state(row))) this.#unread--;
    this.#state[row] = VOID;
  }

  exists(row: number): boolean {
    return this.#state[row] !== VOID;
  }

  seq(row: number): number {
    return this.#seq[row]!;
  }

  at(row: number): number {
    return this.#at[row]!;
  }

  state(row: number): EventState {
    return EVENT_STATES[this.#state[row]!]!;
  }

  mode(row: number): DeliveryMode {
    return DELIVERY_MODES[this.#mode[row]!]!;
  }

  severity(row: number): Severity {
    return SEVERITIES[this.#severity[row]!]!;
  }

  inFlight(row: number): boolean {
    return this.#inFlight[row] === 1;
  }

  /** The line with the event itself. */
  eventPlace(row: number): Place {
    return { offset: this.#event[row]!, length: this.#eventLength[row]! };
  }

  /** The line with its latest state; the event's own at first. */
  latestPlace(row: number): Place {
    return { offset: this.#latest[row]!, length: this.#latestLength[row]! };
  }

  /** The row of a number; -1 if there is none. Rows are in the order of their numbers. */
  rowOf(seq: number): number {
    let low = 0, high = this.#size - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const found = this.#seq[middle]!;
      if (found === seq) return this.exists(middle) ? middle : -1;
      if (found < seq) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  /** Rows that exist, the newest first. */
  *newest(): Generator<number> {
    for (let row = this.#size - 1; row >= 0; row--) if (this.exists(row)) yield row;
  }

  #grow(): void {
    this.#seq = doubled(this.#seq);
    this.#at = doubled(this.#at);
    this.#event = doubled(this.#event);
    this.#eventLength = doubled(this.#eventLength);
    this.#latest = doubled(this.#latest);
    this.#latestLength = doubled(this.#latestLength);
    this.#state = doubled(this.#state);
    this.#mode = doubled(this.#mode);
    this.#severity = doubled(this.#severity);
    this.#inFlight = doubled(this.#inFlight);
  }
}

type Column = Float64Array<ArrayBuffer> | Uint32Array<ArrayBuffer> | Uint8Array<ArrayBuffer>;

function doubled<T extends Column>(column: T): T {
  const next = new (column.constructor as new (length: number) => T)(column.length * 2);
  next.set(column);
  return next;
}

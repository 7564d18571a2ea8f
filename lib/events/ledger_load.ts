/**
 * Reads a ledger's file into memory, piece by piece: a table of rows, an index of keys, and the few
 * facts that later decisions need. A torn last line is left out; a line that cannot be read is told
 * and passed over. Reads only.
 */
import { EventTable, type Place } from "./event_table.ts";
import { keyHash, KeyIndex } from "./key_index.ts";
import { type InboxMark, type LedgerLine, readLine } from "./ledger_line.ts";
import type { LogDevice } from "./log_device.ts";
import type { Progress } from "./progress.ts";
import type { ExternalEvent } from "./schema.ts";

/** What a file holds. */
export interface LoadedLedger {
  readonly table: EventTable;
  readonly index: KeyIndex;
  readonly nextSeq: number;
  readonly inbox: InboxMark | null;
  /** The end of the last whole line. */
  readonly end: number;
  readonly lines: number;
  /** When turns were started for events, one time per turn. */
  readonly autoTurns: readonly number[];
  /** What was wrong, in words. */
  readonly problems: readonly string[];
}

const CHUNK_BYTES = 256 * 1024;
/** Far more than an event can have. */
const LONGEST_LINE_BYTES = 1024 * 1024;
const LINE_FEED = 0x0a;

/** The identity of an event as one text. */
export function keyOf({ source, event_id }: Pick<ExternalEvent, "source" | "event_id">): string {
  return `${source.name}\n${event_id}`;
}

/** Reads all lines. */
export function loadLedger(device: LogDevice): LoadedLedger {
  const loading = new Loading();
  const size = device.size();
  let end = 0;
  for (const { text, place } of linesOf(device, size)) {
    end = place.offset + place.length + 1;
    loading.take(readLine(text), place);
  }
  if (end < size) loading.problems.push(`${size - end} bytes of a torn line were cut off`);
  return { ...loading.result(), end };
}

class Loading {
  readonly table = new EventTable();
  readonly index = new KeyIndex();
  readonly problems: string[] = [];
  readonly #autoTurns = new Map<string, number>();
  #lastSeq = 0;
  #nextSeq = 1;
  #inbox: InboxMark | null = null;
  #lines = 0;
  #unreadable = 0;

  take(line: LedgerLine | null, place: Place): void {
    this.#lines++;
    switch (line?.kind) {
      case "event":
        return this.#event(line, place);
      case "state":
        return this.#state(line.seq, line.progress, place);
      case "inbox":
        this.#inbox = line.inbox;
        return;
      case "head":
        this.#nextSeq = Math.max(this.#nextSeq, line.nextSeq);
        this.#inbox = line.inbox;
        return;
      default:
        this.#unreadable++;
    }
  }

  result(): Omit<LoadedLedger, "end"> {
    if (this.#unreadable > 0) this.problems.push(`${this.#unreadable} lines could not be read`);
    return {
      ...{ table: this.table, index: this.index, problems: this.problems },
      ...{ nextSeq: this.#nextSeq, inbox: this.#inbox, lines: this.#lines },
      autoTurns: [...this.#autoTurns.values()],
    };
  }

  #event({ record, inbox }: Extract<LedgerLine, { kind: "event" }>, place: Place): void {
    const { seq, at, progress, event } = record;
    // Rows are searched by number: one out of order would hide others.
    if (seq <= this.#lastSeq) return void this.#unreadable++;
    this.#lastSeq = seq;
    this.#nextSeq = Math.max(this.#nextSeq, seq + 1);
    const { state, mode, in_flight } = progress;
    const row = this.table.add({ seq, at, state, mode, severity: event.severity });
    this.table.place(row, place);
    this.table.advance(row, state, mode, in_flight);
    this.index.add(keyHash(keyOf(event)));
    if (inbox !== null) this.#inbox = inbox;
    this.#countTurn(progress);
  }

  #state(seq: number, progress: Progress, place: Place): void {
    const row = this.table.rowOf(seq);
    if (row === -1) return;
    const { state, mode, in_flight } = progress;
    this.table.advance(row, state, mode, in_flight);
    this.table.placeLatest(row, place);
    this.#countTurn(progress);
  }

  #countTurn({ mode, client_id, history }: Progress): void {
    if (mode !== "auto_turn" || client_id === null) return;
    const started = history.findLast(([state]) => state === "turn_starting");
    if (started !== undefined) this.#autoTurns.set(client_id, started[1]);
  }
}

/** Every whole line with its place. One beyond all bounds is passed over as an empty one. */
function* linesOf(device: LogDevice, size: number): Generator<{ text: string; place: Place }> {
  const decoder = new TextDecoder();
  let rest = new Uint8Array(0);
  let begin = 0;
  for (let offset = 0; offset < size;) {
    const chunk = device.read(offset, Math.min(CHUNK_BYTES, size - offset));
    if (chunk.length === 0) return;
    let from = 0;
    for (let to = chunk.indexOf(LINE_FEED); to !== -1; to = chunk.indexOf(LINE_FEED, from)) {
      const place = { offset: begin, length: offset + to - begin };
      const whole = rest.length + to - from === place.length;
      const bytes = joined(rest, chunk.subarray(from, to));
      yield { text: whole ? decoder.decode(bytes) : "", place };
      from = to + 1;
      begin = offset + from;
      rest = new Uint8Array(0);
    }
    offset += chunk.length;
    if (rest.length < LONGEST_LINE_BYTES) rest = joined(rest, chunk.subarray(from));
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(first.length + second.length);
  bytes.set(first);
  bytes.set(second, first.length);
  return bytes;
}

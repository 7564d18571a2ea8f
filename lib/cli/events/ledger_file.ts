/**
 * A thread's ledger as it lies on the disk, read without its owner: for receipts while no server runs.
 * Reads only; what was under way when the server ended is told as the file has it.
 */
import type { EventTable, Place } from "../../events/event_table.ts";
import { type EventRecord, type InboxMark, readLine } from "../../events/ledger_line.ts";
import { loadLedger } from "../../events/ledger_load.ts";
import type { LogDevice } from "../../events/log_device.ts";

/** An open ledger; close it. */
export class LedgerFile {
  readonly #file: Deno.FsFile;
  readonly #table: EventTable;
  readonly lastSeq: number;
  /** How far the inbox file was read. */
  readonly inbox: InboxMark | null;

  private constructor(file: Deno.FsFile) {
    this.#file = file;
    const loaded = loadLedger(readingDevice(file));
    this.#table = loaded.table;
    this.lastSeq = loaded.nextSeq - 1;
    this.inbox = loaded.inbox;
  }

  /** Opens it; null if there is none. */
  static open(path: string): LedgerFile | null {
    try {
      return new LedgerFile(Deno.openSync(path, { read: true }));
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return null;
      throw error;
    }
  }

  get unread(): number {
    return this.#table.unread;
  }

  /** The events, the newest first, read as they are asked for. */
  *newest(): Generator<EventRecord> {
    for (const row of this.#table.newest()) {
      const record = this.#record(row);
      if (record !== null) yield record;
    }
  }

  [Symbol.dispose](): void {
    this.#file.close();
  }

  #record(row: number): EventRecord | null {
    const own = this.#table.eventPlace(row);
    const latest = this.#table.latestPlace(row);
    const line = readLine(this.#text(own));
    if (line?.kind !== "event") return null;
    if (own.offset === latest.offset) return line.record;
    const state = readLine(this.#text(latest));
    return state?.kind === "state" ? { ...line.record, progress: state.progress } : line.record;
  }

  #text({ offset, length }: Place): string {
    return new TextDecoder().decode(readAt(this.#file, offset, length));
  }
}

/** The file as a device that nothing can be written to. */
function readingDevice(file: Deno.FsFile): LogDevice {
  const no = () => {
    throw new Error("this ledger is only read");
  };
  return {
    ...{ write: no, sync: no, truncate: no, close: () => {} },
    size: () => file.statSync().size,
    read: (offset, length) => readAt(file, offset, length),
  };
}

function readAt(file: Deno.FsFile, offset: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  file.seekSync(offset, Deno.SeekMode.Start);
  let done = 0;
  while (done < length) {
    const count = file.readSync(bytes.subarray(done));
    if (count === null) break;
    done += count;
  }
  return bytes.subarray(0, done);
}

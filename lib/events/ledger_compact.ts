/**
 * Rewrites a ledger's file with one line per event that is kept: to a temporary name, synced, then
 * renamed, so that a crash leaves the old file or the new one and never half of either.
 */
import { dirname } from "@std/path";
import type { CrashAt } from "./crash_points.ts";
import { EventTable } from "./event_table.ts";
import { keyHash, KeyIndex } from "./key_index.ts";
import { eventLine, type EventRecord, headLine, type InboxMark } from "./ledger_line.ts";
import { keyOf } from "./ledger_load.ts";
import type { LogDevice } from "./log_device.ts";

/** The new file, and the memory that belongs to it. */
export interface RewrittenLedger {
  readonly device: LogDevice;
  readonly table: EventTable;
  readonly index: KeyIndex;
  readonly end: number;
}

const CHUNK_CHARACTERS = 256 * 1024;

export async function rewriteLedger(
  path: string,
  head: { readonly nextSeq: number; readonly inbox: InboxMark | null },
  records: Iterable<EventRecord>,
  crash: CrashAt,
  open: (path: string) => LogDevice,
): Promise<RewrittenLedger> {
  const temporary = `${path}.new`;
  await Deno.remove(temporary).catch(() => {});
  const device = open(temporary);
  try {
    const table = new EventTable();
    const index = new KeyIndex();
    const writer = new Writer(device);
    writer.add(headLine(head.nextSeq, head.inbox));
    for (const record of records) {
      const { seq, at, event, progress: { state, mode, in_flight } } = record;
      const row = table.add({ seq, at, state, mode, severity: event.severity });
      table.advance(row, state, mode, in_flight);
      table.place(row, writer.add(eventLine(record, JSON.stringify(event), null)));
      index.add(keyHash(keyOf(event)));
    }
    writer.flush();
    await device.sync();
    crash("compact.before_rename");
    await Deno.rename(temporary, path);
    crash("compact.after_rename");
    await syncFolder(dirname(path));
    return { device, table, index, end: writer.end };
  } catch (error) {
    device.close();
    await Deno.remove(temporary).catch(() => {});
    throw error;
  }
}

/** Lines in larger pieces, each with the place that it gets. */
class Writer {
  readonly #device: LogDevice;
  readonly #encoder = new TextEncoder();
  #pending = "";
  #written = 0;
  end = 0;

  constructor(device: LogDevice) {
    this.#device = device;
  }

  add(line: string): { offset: number; length: number } {
    const place = { offset: this.end, length: this.#encoder.encode(line).length };
    this.end += place.length + 1;
    this.#pending += `${line}\n`;
    if (this.#pending.length > CHUNK_CHARACTERS) this.flush();
    return place;
  }

  flush(): void {
    this.#device.write(this.#encoder.encode(this.#pending), this.#written);
    this.#written = this.end;
    this.#pending = "";
  }
}

/** A rename is safe when its folder is; where the system cannot do that, it is as safe as it gets. */
async function syncFolder(path: string): Promise<void> {
  try {
    using folder = await Deno.open(path, { read: true });
    await folder.sync();
  } catch {
    // Some systems do not open folders.
  }
}

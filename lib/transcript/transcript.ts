/**
 * One conversation's transcript.jsonl: append-only, read in ranges by entry number without reading
 * the rest. Ties the queue of lines to be written to the index of their places. A torn last line
 * is cut off; a line that cannot be read becomes a notice; neither is fatal.
 */
import type { Entry } from "../router/change.ts";
import { type AppendFile, DiskAppendFile } from "./append_file.ts";
import { decodeEntry, encodeEntry, type EntryShape, fingerprint } from "./entry_line.ts";
import { loadIndex, saveIndex } from "./index_file.ts";
import { LineIndex } from "./line_index.ts";
import { scanLines } from "./line_scan.ts";
import { openIfThere, readBlock } from "./read_block.ts";
import { boundsOf, type Range, type RangeQuery, withinBytes } from "./range.ts";
import { BadIndex, readEntries, recordsOf } from "./range_reader.ts";
import { WriteFailure, WriteQueue } from "./write_queue.ts";

/** What was found wrong, for the log. */
export type Report = (problem: string) => void;

/** Told of entries as they are appended, with the size of the file once they are in it. */
export type TranscriptListener = (
  entries: readonly EntryShape[],
  numbers: readonly number[],
  size: number,
) => void;

/** What a test or an owner may put in. */
export interface TranscriptParts {
  readonly file?: AppendFile;
  readonly listener?: TranscriptListener;
}

/** The index is saved when so much was added; behind it a scan is as quick. */
const SAVE_AFTER_BYTES = 256 * 1024;
const SAVE_AFTER_LINES = 4_096;

interface Open {
  readonly index: LineIndex;
  readonly queue: WriteQueue;
  /** The bytes of the file whose lines the index file has. */
  covered: number;
  /** The last line has no newline: one is to be written before the next. */
  unended: boolean;
}

export class Transcript {
  readonly #path: string;
  readonly #indexPath: string;
  readonly #report: Report;
  readonly #file: AppendFile;
  readonly #listener: TranscriptListener | null;
  #opened: Promise<Open> | null = null;
  #queue: WriteQueue | null = null;
  #saving: Promise<void> | null = null;
  #using = 0;

  constructor(path: string, report: Report, { file, listener }: TranscriptParts = {}) {
    this.#path = path;
    this.#indexPath = path.replace(/\.jsonl$/, "") + ".idx";
    this.#report = (problem) => report(`${path}: ${problem}`);
    this.#file = file ?? new DiskAppendFile(path);
    this.#listener = listener ?? null;
  }

  /** Nobody is using it and nothing waits to be written: it can be let go. */
  get idle(): boolean {
    return this.#using === 0 && this.#saving === null && (this.#queue?.idle ?? true);
  }

  /**
   * Appends entries in one write; readers see them at once, the promise resolves when the system
   * has them. It rejects with {@link WriteFailure}, which says whether they are kept for later.
   * Returns the entries' numbers.
   */
  append(entries: readonly EntryShape[]): Promise<number[]> {
    return this.#use(async (open) => {
      const lines = entries.map((entry) => encoder.encode(encodeEntry(entry) + "\n"));
      const { bytes, starts } = joined(lines, open.unended);
      const { index, queue } = open;
      if (!queue.accepts(bytes.length)) {
        throw new WriteFailure("too much waits to be written already: not kept", false);
      }
      const end = queue.end;
      open.unended = false;
      const numbers = entries.map(({ id }, at) =>
        index.put({
          offset: end + starts[at]!,
          length: lines[at]!.length - 1,
          fingerprint: fingerprint(id),
        })
      );
      if (bytes.length === 0) return [];
      this.#listener?.(entries, numbers, end + bytes.length);
      try {
        await queue.push(bytes);
      } catch (error) {
        // The file is another one now: what was known about it does not hold.
        if (error instanceof WriteFailure && !error.kept) this.#opened = null;
        throw error;
      }
      this.#saveWhenDue(open);
      return numbers;
    });
  }

  /** A page of entries: the last ones, or those before or after a number. */
  range(query: RangeQuery = {}): Promise<Range> {
    return this.#use(async (open) => {
      try {
        return await this.#read(open, query);
      } catch (error) {
        if (!(error instanceof BadIndex)) throw error;
        this.#report(`the index does not fit (${error.message}) and is made anew`);
        return await this.#read(await this.#rebuild(open), query);
      }
    });
  }

  /** The last `limit` entries, oldest first. */
  async last(limit: number): Promise<Entry[]> {
    return (await this.range({ limit })).entries;
  }

  /** How many entries there are. */
  total(): Promise<number> {
    return this.#use((open) => Promise.resolve(open.index.total));
  }

  /** How many entries there are, and how many bytes their file has with all that waits. */
  size(): Promise<{ total: number; bytes: number }> {
    return this.#use(({ index, queue }) =>
      Promise.resolve({ total: index.total, bytes: queue.end })
    );
  }

  /** Tries again to write what waits; resolves when that worked or failed. */
  flush(): Promise<void> {
    return this.#use(({ queue }) => queue.flush());
  }

  /** Waits for what is on its way and lets the handle go. It can be used again. */
  async close(): Promise<void> {
    if (this.#opened !== null) {
      const { queue } = await this.#opened;
      await queue.flush();
      await this.#saving;
      if (queue.idle) this.#opened = null;
      await queue.close();
    }
  }

  async #use<T>(fn: (open: Open) => Promise<T>): Promise<T> {
    this.#using++;
    try {
      this.#opened ??= this.#open();
      const opened = this.#opened;
      return await fn(
        await opened.catch((error) => {
          if (this.#opened === opened) this.#opened = null;
          throw error;
        }),
      );
    } finally {
      this.#using--;
    }
  }

  async #open(): Promise<Open> {
    using file = await openIfThere(this.#path);
    if (file === null) return this.#opening(new LineIndex(), 0, 0, false);
    const { size } = await file.stat();
    const saved = await loadIndex(this.#indexPath, file, size).catch(() => null);
    const index = new LineIndex(saved?.count, saved?.latest);
    let covered = saved?.covered ?? 0;
    let savable = true;
    const save = async (end: number) => {
      savable = await this.#save(index, end);
      if (savable) covered = end;
    };
    const rest = await scanLines(file, covered, size, (record) => {
      index.put(record);
      if (!savable || index.unsavedCount < SAVE_AFTER_LINES) return undefined;
      return save(record.offset + record.length + 1);
    });
    const tail = await readBlock(file, rest.offset, Math.min(size, rest.offset + MAX_TAIL));
    const entry = tail.length === rest.length ? decodeEntry(decoder.decode(tail)) : null;
    if (entry !== null) {
      // Only its newline is missing: the entry is whole.
      index.put({ ...rest, fingerprint: fingerprint(entry.id) });
      return this.#opening(index, size, covered, true);
    }
    if (rest.length > 0) this.#report(`cut off a torn last line of ${rest.length} bytes`);
    return this.#opening(index, rest.offset, covered, false);
  }

  #opening(index: LineIndex, end: number, covered: number, unended: boolean): Open {
    this.#queue = new WriteQueue(this.#file, end, this.#report);
    return { index, queue: this.#queue, covered, unended };
  }

  async #read({ index, queue }: Open, query: RangeQuery): Promise<Range> {
    const total = index.total;
    const bounds = boundsOf(query, total);
    const records = await recordsOf(this.#indexPath, index, bounds);
    const { first, last } = withinBytes(query, bounds, records);
    const wanted = records.slice(first - bounds.first, last - bounds.first + 1);
    const entries = await readEntries(this.#path, queue, wanted, first, this.#report);
    return { entries, first, last, total };
  }

  /** Deletes the index file and reads all lines again; appends wait for it. */
  #rebuild(open: Open): Promise<Open> {
    const { queue } = open;
    this.#opened = (async () => {
      // Whoever was let in before this moment has queued its lines after the next one.
      await new Promise((resolve) => setTimeout(resolve));
      await queue.flush();
      await this.#saving;
      // Lines that the disk does not take yet are nowhere else: then the old index must do.
      if (!queue.idle) return open;
      await queue.close();
      await Deno.remove(this.#indexPath).catch(() => {});
      return await this.#open();
    })();
    return this.#opened;
  }

  #saveWhenDue(open: Open): void {
    const { index, queue } = open;
    const due = queue.idle && this.#saving === null &&
      (queue.written - open.covered >= SAVE_AFTER_BYTES || index.unsavedCount >= SAVE_AFTER_LINES);
    if (!due) return;
    const end = queue.written;
    this.#saving = this.#save(index, end).then((saved) => {
      this.#saving = null;
      if (!saved) return;
      open.covered = end;
      this.#saveWhenDue(open);
      return this.#saving ?? undefined;
    });
  }

  async #save(index: LineIndex, covered: number): Promise<boolean> {
    const snapshot = index.snapshot();
    try {
      using file = await Deno.open(this.#path);
      await saveIndex(this.#indexPath, file, snapshot, covered);
      index.confirm(snapshot);
      return true;
    } catch (error) {
      this.#report(`the index could not be saved: ${(error as Error).message}`);
      return false;
    }
  }
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();
/** A torn line longer than this is not looked at for being whole. */
const MAX_TAIL = 32 * 1024 * 1024;

function joined(lines: readonly Uint8Array[], unended: boolean) {
  const lead = unended && lines.length > 0 ? 1 : 0;
  const bytes = new Uint8Array(lines.reduce((sum, line) => sum + line.length, lead));
  if (lead === 1) bytes[0] = 0x0a;
  let at = lead;
  const starts = lines.map((line) => {
    bytes.set(line, at);
    return (at += line.length) - line.length;
  });
  return { bytes, starts };
}

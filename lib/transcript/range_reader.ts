/**
 * Reads entries whose places are known: from the index file and from what is still in memory.
 * Neighbours in the file are read together. Notices when the index does not fit the file.
 */
import type { Entry } from "../router/change.ts";
import { decodeEntry, unreadable } from "./entry_line.ts";
import { readRecords } from "./index_file.ts";
import type { LineIndex, LineRecord } from "./line_index.ts";
import type { Bounds } from "./range.ts";
import { openIfThere, readBlock } from "./read_block.ts";
import type { WriteQueue } from "./write_queue.ts";

/** The index says something that the file does not bear out. */
export class BadIndex extends Error {
  override name = "BadIndex";
}

const NEWLINE = 0x0a;
const decoder = new TextDecoder();

/** The places of entries `first` to `last`. */
export async function recordsOf(
  indexPath: string,
  index: LineIndex,
  { first, last }: Bounds,
): Promise<LineRecord[]> {
  const savedLast = Math.min(last, index.saved);
  const saved = first > savedLast ? [] : await fromFile(indexPath, first, savedLast);
  return Array.from({ length: last - first + 1 }, (_, at) => {
    const record = index.get(first + at) ?? saved[at];
    if (record === undefined) throw new BadIndex("it is too short");
    return record;
  });
}

async function fromFile(path: string, first: number, last: number): Promise<LineRecord[]> {
  using file = await openIfThere(path);
  const records = file === null ? null : await readRecords(file, first, last);
  if (records === null) throw new BadIndex("it is gone or too short");
  return records;
}

/** The entries at those places, the first of which has number `first`. */
export async function readEntries(
  path: string,
  queue: WriteQueue,
  records: readonly LineRecord[],
  first: number,
  report: (problem: string) => void,
): Promise<Entry[]> {
  // What is not on the disk now may be there after the first wait: it is taken at once.
  const waiting = new Map(
    records.filter(({ offset }) => offset >= queue.written)
      .map((record) => [record, decoder.decode(queue.peek(record.offset, record.length))]),
  );
  const written = records.filter((record) => !waiting.has(record));
  const read = written.length === 0 ? [] : await readWritten(path, written);
  let next = 0;
  return records.map((record, at) => {
    const entry = decodeEntry(waiting.get(record) ?? read[next++] ?? "");
    if (entry === null) report(`entry ${first + at} cannot be read`);
    return entry ?? unreadable(first + at);
  });
}

async function readWritten(path: string, records: readonly LineRecord[]): Promise<string[]> {
  using file = await openIfThere(path);
  if (file === null) throw new BadIndex("the transcript is gone");
  const lines: string[] = [];
  for (const run of neighbours(records)) lines.push(...await readRun(file, run));
  return lines;
}

/** Groups records that lie one behind the other; a replaced entry lies elsewhere. */
function neighbours(records: readonly LineRecord[]): LineRecord[][] {
  const runs: LineRecord[][] = [];
  let end = -1;
  for (const record of records) {
    if (record.offset === end) runs.at(-1)!.push(record);
    else runs.push([record]);
    end = record.offset + record.length + 1;
  }
  return runs;
}

/** Lines that lie one behind the other, with a look at what is around them. */
async function readRun(file: Deno.FsFile, run: readonly LineRecord[]): Promise<string[]> {
  const start = run[0]!.offset;
  const end = run.at(-1)!.offset + run.at(-1)!.length;
  const lead = start > 0 ? 1 : 0;
  const bytes = await readBlock(file, start - lead, end + 1);
  const base = start - lead;
  if (bytes.length < end - base || (lead === 1 && bytes[0] !== NEWLINE)) {
    throw new BadIndex("a line begins elsewhere");
  }
  return run.map(({ offset, length }) => {
    const line = bytes.subarray(offset - base, offset - base + length);
    const after = bytes[offset - base + length];
    if ((after !== undefined && after !== NEWLINE) || line.includes(NEWLINE)) {
      throw new BadIndex("a line ends elsewhere");
    }
    return decoder.decode(line);
  });
}

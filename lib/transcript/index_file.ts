/**
 * transcript.idx: the places of a transcript's entries, 24 bytes each, so that the place of entry
 * n is read without the others. Derived: it may be deleted, and one that does not fit its
 * transcript is not used. The header is written last, so that a crash leaves the old state valid.
 */
import { fingerprintOf } from "./entry_line.ts";
import { HORIZON, type IndexSnapshot, type LineRecord } from "./line_index.ts";
import { writeAll } from "../disk/whole_file.ts";
import { openIfThere, readBlock } from "./read_block.ts";

const MAGIC = 0x58494850;
const VERSION = 1;
const HEADER_BYTES = 64;
const RECORD_BYTES = 24;
/** How much of the beginning and of the end of the covered part tells that it is the same file. */
const PROBE_BYTES = 4_096;

/** What the file says about its transcript. */
export interface SavedIndex {
  readonly count: number;
  /** The bytes of the transcript whose lines are in the index. */
  readonly covered: number;
  /** Fingerprints of the latest entries, oldest first. */
  readonly latest: readonly number[];
}

/** The saved index, or null if there is none that fits the transcript. */
export async function loadIndex(
  path: string,
  transcript: Deno.FsFile,
  size: number,
): Promise<SavedIndex | null> {
  using file = await openIfThere(path);
  if (file === null) return null;
  const header = view(await readBlock(file, 0, HEADER_BYTES));
  if (header.byteLength < HEADER_BYTES) return null;
  if (header.getUint32(0, true) !== MAGIC || header.getUint32(4, true) !== VERSION) return null;
  const count = header.getFloat64(8, true);
  const covered = header.getFloat64(16, true);
  if (!isCount(count) || !isCount(covered) || covered > size) return null;
  if (header.getFloat64(24, true) !== await probe(transcript, covered)) return null;
  const from = Math.max(0, count - HORIZON);
  const records = await readRecords(file, from + 1, count);
  if (records === null) return null;
  return { count, covered, latest: records.map(({ fingerprint }) => fingerprint) };
}

/** The records of entries `first` to `last`, or null if the file is too short. */
export async function readRecords(
  file: Deno.FsFile,
  first: number,
  last: number,
): Promise<LineRecord[] | null> {
  const bytes = await readBlock(
    file,
    HEADER_BYTES + (first - 1) * RECORD_BYTES,
    HEADER_BYTES + last * RECORD_BYTES,
  );
  const wanted = Math.max(0, last - first + 1);
  if (bytes.length < wanted * RECORD_BYTES) return null;
  const data = view(bytes);
  return Array.from({ length: wanted }, (_, at) => ({
    offset: data.getFloat64(at * RECORD_BYTES, true),
    fingerprint: data.getFloat64(at * RECORD_BYTES + 8, true),
    length: data.getUint32(at * RECORD_BYTES + 16, true),
  }));
}

/** Writes what a snapshot has; `covered` is the end of its last line in the transcript. */
export async function saveIndex(
  path: string,
  transcript: Deno.FsFile,
  { from, records, patches }: IndexSnapshot,
  covered: number,
): Promise<void> {
  using file = await Deno.open(path, { read: true, write: true, create: true, mode: 0o600 });
  await writeAt(file, HEADER_BYTES + from * RECORD_BYTES, encode(records));
  for (const [number, record] of patches) {
    await writeAt(file, HEADER_BYTES + (number - 1) * RECORD_BYTES, encode([record]));
  }
  const header = new DataView(new ArrayBuffer(HEADER_BYTES));
  header.setUint32(0, MAGIC, true);
  header.setUint32(4, VERSION, true);
  header.setFloat64(8, from + records.length, true);
  header.setFloat64(16, covered, true);
  header.setFloat64(24, await probe(transcript, covered), true);
  await writeAt(file, 0, new Uint8Array(header.buffer));
}

function encode(records: readonly LineRecord[]): Uint8Array {
  const data = new DataView(new ArrayBuffer(records.length * RECORD_BYTES));
  records.forEach(({ offset, fingerprint, length }, at) => {
    data.setFloat64(at * RECORD_BYTES, offset, true);
    data.setFloat64(at * RECORD_BYTES + 8, fingerprint, true);
    data.setUint32(at * RECORD_BYTES + 16, length, true);
  });
  return new Uint8Array(data.buffer);
}

async function probe(transcript: Deno.FsFile, covered: number): Promise<number> {
  const head = await readBlock(transcript, 0, Math.min(PROBE_BYTES, covered));
  const tail = await readBlock(transcript, Math.max(0, covered - PROBE_BYTES), covered);
  const both = new Uint8Array(head.length + tail.length);
  both.set(head);
  both.set(tail, head.length);
  return fingerprintOf(both);
}

async function writeAt(file: Deno.FsFile, offset: number, bytes: Uint8Array): Promise<void> {
  await file.seek(offset, Deno.SeekMode.Start);
  await writeAll(file, bytes);
}

function view(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

/**
 * A bounded piece of a log by byte offsets, read without the rest of it. Offsets count from the
 * shell's first byte and stay true when old files go.
 */
import { join } from "@std/path";
import { fileSize, olderName } from "./log_disk.ts";
import type { LogPlace, LogStream } from "./record.ts";

/** Which piece: up to `limit` bytes before or after an offset; without either, the last ones. */
export interface WindowRequest {
  readonly before?: number;
  readonly after?: number;
  readonly limit: number;
  /** More is to come: a character that is torn at the end is left for later. */
  readonly open?: boolean;
}

/** The piece `[from, to)` of a log that has `[first, end)` on disk. */
export interface LogWindow {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  readonly first: number;
  readonly end: number;
}

export const WINDOW_BYTES = 64 * 1024;
export const MAX_WINDOW_BYTES = 256 * 1024;

/** Reads a piece of the log in a shell's folder. */
export async function readWindow(
  folder: string,
  stream: LogStream,
  place: LogPlace,
  request: WindowRequest,
): Promise<LogWindow> {
  const path = join(folder, `${stream}.log`);
  const first = place.older;
  const end = place.start + await fileSize(path);
  const [from, to] = bounds(request, first, end);
  const parts = [
    await readRange(olderName(path), from - first, Math.min(to, place.start) - first),
    await readRange(path, Math.max(from, place.start) - place.start, to - place.start),
  ];
  const bytes = new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer());
  const [head, tail] = cuts(bytes, from > first, to < end || request.open === true);
  return {
    text: new TextDecoder().decode(bytes.subarray(head, tail)),
    from: from + head,
    to: from + tail,
    first,
    end,
  };
}

function bounds({ before, after, limit }: WindowRequest, first: number, end: number) {
  const clamp = (at: number) => Math.max(first, Math.min(end, at));
  const size = Math.max(4, Math.min(limit, MAX_WINDOW_BYTES));
  if (after !== undefined) return [clamp(after), clamp(clamp(after) + size)] as const;
  const to = clamp(before ?? end);
  return [clamp(to - size), to] as const;
}

async function readRange(path: string, from: number, to: number): Promise<Uint8Array> {
  if (to <= from || to <= 0) return new Uint8Array();
  let file: Deno.FsFile;
  try {
    file = await Deno.open(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return new Uint8Array();
    throw error;
  }
  using _ = file;
  await file.seek(from, Deno.SeekMode.Start);
  const bytes = new Uint8Array(to - from);
  let filled = 0;
  while (filled < bytes.length) {
    const count = await file.read(bytes.subarray(filled));
    if (count === null) break;
    filled += count;
  }
  return bytes.subarray(0, filled);
}

/** Where to cut so that no character is torn, unless it is torn in the log itself. */
function cuts(bytes: Uint8Array, hasBefore: boolean, hasAfter: boolean): [number, number] {
  let head = 0;
  while (hasBefore && head < 3 && isContinuation(bytes[head])) head++;
  let tail = bytes.length;
  if (hasAfter) {
    let lead = tail - 1;
    while (lead > tail - 4 && lead > head && isContinuation(bytes[lead])) lead--;
    if (lead >= head && lead + lengthOf(bytes[lead]) > tail) tail = lead;
  }
  return [head, Math.max(head, tail)];
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

/** How many bytes a character takes that begins with this one. */
function lengthOf(byte = 0): number {
  return byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
}

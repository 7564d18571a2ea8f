/**
 * Finds the lines of a file from some offset on, block by block: memory does not grow with the
 * file nor with its longest line. Knows lines and ids, nothing of what an index does with them.
 */
import { decodeEntry, fingerprint, HEAD_BYTES, idInHead, NO_FINGERPRINT } from "./entry_line.ts";
import type { LineRecord } from "./line_index.ts";
import { readBlock } from "./read_block.ts";

const NEWLINE = 0x0a;
const BLOCK = 128 * 1024;
/** No entry of ours is that long; a longer line is not worth the memory to look for its id. */
const MAX_PARSED = 32 * 1024 * 1024;

/** What is left behind the last newline. */
export interface Remainder {
  readonly offset: number;
  readonly length: number;
}

/** Calls `onLine` for each whole line that is not empty, in order. */
export async function scanLines(
  file: Deno.FsFile,
  from: number,
  to: number,
  onLine: (record: LineRecord) => Promise<void> | undefined,
): Promise<Remainder> {
  let start = from;
  let head = new Uint8Array(0);
  for (let at = from; at < to;) {
    const block = await readBlock(file, at, Math.min(to, at + BLOCK));
    if (block.length === 0) break;
    let inBlock = 0;
    for (;;) {
      const end = block.indexOf(NEWLINE, inBlock);
      if (end === -1) break;
      const length = at + end - start;
      if (length > 0) {
        const begin = joined(head, block.subarray(inBlock, end));
        // A promise only where there is something to wait for: there may be a million lines.
        const known = idOf(begin, length);
        const fingerprint = known ?? ofLine(await readBlock(file, start, start + length));
        const waiting = onLine({ offset: start, length, fingerprint });
        if (waiting !== undefined) await waiting;
      }
      start = at + end + 1;
      inBlock = end + 1;
      head = new Uint8Array(0);
    }
    head = joined(head, block.subarray(inBlock)).slice();
    at += block.length;
  }
  return { offset: start, length: to - start };
}

/** The entry's fingerprint, or null if the whole line must be parsed for it. */
function idOf(head: Uint8Array, length: number): number | null {
  const id = idInHead(decoder.decode(head));
  if (id !== null) return fingerprint(id);
  return length <= head.length || length > MAX_PARSED ? ofLine(head) : null;
}

function ofLine(bytes: Uint8Array): number {
  const entry = decodeEntry(decoder.decode(bytes));
  return entry === null ? NO_FINGERPRINT : fingerprint(entry.id);
}

function joined(head: Uint8Array, more: Uint8Array): Uint8Array<ArrayBuffer> {
  if (head.length === 0) return more.subarray(0, HEAD_BYTES) as Uint8Array<ArrayBuffer>;
  if (head.length >= HEAD_BYTES) return head.slice(0, HEAD_BYTES);
  const out = new Uint8Array(Math.min(HEAD_BYTES, head.length + more.length));
  out.set(head);
  out.set(more.subarray(0, out.length - head.length), head.length);
  return out;
}

const decoder = new TextDecoder();

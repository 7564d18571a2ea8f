/**
 * One conversation's transcript.jsonl: append-only, one write per batch, a torn last line cut off
 * when it is opened. Entries with the same id belong together, the last one counts.
 */
import type { Entry } from "../router/change.ts";
import { writeAll } from "./json_file.ts";

/** What was found wrong when a transcript was opened, for the log. */
export type Report = (problem: string) => void;

const NEWLINE = 0x0a;
const BLOCK = 64 * 1024;

export class Transcript {
  readonly #path: string;
  readonly #report: Report;
  /** Appends go one after the other; each waits for the one before, whatever became of it. */
  #tail: Promise<void> = Promise.resolve();
  #size = -1;

  constructor(path: string, report: Report) {
    this.#path = path;
    this.#report = report;
  }

  /** Appends entries in one write; resolves when the system has them. */
  append(entries: readonly Entry[]): Promise<void> {
    const bytes = encoder.encode(entries.map((entry) => JSON.stringify(entry) + "\n").join(""));
    const done = this.#tail.then(() => this.#write(bytes));
    this.#tail = done.catch(() => {});
    return done;
  }

  /** The last `limit` entries, oldest first, without reading the rest of the file. */
  async last(limit: number): Promise<Entry[]> {
    await this.#tail;
    let file: Deno.FsFile;
    try {
      file = await Deno.open(this.#path);
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return [];
      throw error;
    }
    using _ = file;
    const bytes = await lastLines(file, limit);
    return this.#parse(decoder.decode(bytes));
  }

  async #write(bytes: Uint8Array): Promise<void> {
    using file = await Deno.open(this.#path, {
      read: true,
      write: true,
      create: true,
      mode: 0o600,
    });
    if (this.#size === -1) this.#size = await this.#cutTornTail(file);
    await file.seek(this.#size, Deno.SeekMode.Start);
    try {
      await writeAll(file, bytes);
      this.#size += bytes.length;
    } catch (error) {
      // Half a line must not stay: the next append would be glued to it.
      await file.truncate(this.#size).catch(() => this.#size = -1);
      throw error;
    }
  }

  async #cutTornTail(file: Deno.FsFile): Promise<number> {
    const { size } = await file.stat();
    const end = await endOfLastLine(file, size);
    if (end === size) return size;
    this.#report(`${this.#path}: cut off a torn last line of ${size - end} bytes`);
    await file.truncate(end);
    return end;
  }

  #parse(text: string): Entry[] {
    const entries: Entry[] = [];
    for (const line of text.split("\n")) {
      if (line === "") continue;
      try {
        const value = JSON.parse(line);
        if (typeof value?.id === "string" && typeof value.role === "string") entries.push(value);
        else this.#report(`${this.#path}: skipped a line that is no entry`);
      } catch {
        this.#report(`${this.#path}: skipped a line that is not JSON`);
      }
    }
    return entries;
  }
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The offset behind the last newline. */
async function endOfLastLine(file: Deno.FsFile, size: number): Promise<number> {
  for (let end = size; end > 0;) {
    const start = Math.max(0, end - BLOCK);
    const at = (await readBlock(file, start, end)).lastIndexOf(NEWLINE);
    if (at !== -1) return start + at + 1;
    end = start;
  }
  return 0;
}

/** The bytes of the last `limit` whole lines, read block by block from the end. */
async function lastLines(file: Deno.FsFile, limit: number): Promise<Uint8Array> {
  const { size } = await file.stat();
  const end = await endOfLastLine(file, size);
  let seen = -1; // The newline that ends the last line starts no further line.
  for (let to = end; to > 0;) {
    const from = Math.max(0, to - BLOCK);
    const block = await readBlock(file, from, to);
    for (let at = block.length - 1; at >= 0; at--) {
      if (block[at] === NEWLINE && ++seen === limit) {
        return await readBlock(file, from + at + 1, end);
      }
    }
    to = from;
  }
  return await readBlock(file, 0, end);
}

async function readBlock(file: Deno.FsFile, from: number, to: number): Promise<Uint8Array> {
  const block = new Uint8Array(to - from);
  await file.seek(from, Deno.SeekMode.Start);
  let at = 0;
  while (at < block.length) {
    const read = await file.read(block.subarray(at));
    if (read === null) break;
    at += read;
  }
  return block.subarray(0, at);
}

/**
 * The end of a transcript.jsonl: bytes are added whole or not at all, and reach the disk soon
 * after. Owns the one handle that writes; knows nothing of entries.
 */
import { writeAll } from "../disk/whole_file.ts";

/** A file that only grows. */
export interface AppendFile {
  /** Adds bytes at `at`, the file's end as far as it is good; throws and leaves nothing of them. */
  append(bytes: Uint8Array, at: number): Promise<void>;
  /** Lets the handle go, synced; the next append opens it again. */
  close(): Promise<void>;
}

/** Somebody deleted or shortened the file: what was known about it does not hold any more. */
export class FileReplaced extends Error {
  override name = "FileReplaced";
  constructor(path: string) {
    super(`${path} was deleted or cut by somebody else`);
  }
}

/** Power may fail: at most this much of time is lost then. A crash of ours loses nothing. */
const SYNC_AFTER_MS = 1_000;

export class DiskAppendFile implements AppendFile {
  readonly #path: string;
  #file: Deno.FsFile | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  async append(bytes: Uint8Array, at: number): Promise<void> {
    this.#file ??= await Deno.open(this.#path, {
      read: true,
      write: true,
      create: true,
      mode: 0o600,
    });
    const file = this.#file;
    const { size, nlink } = await file.stat();
    if (nlink === 0 || size < at) throw new FileReplaced(this.#path);
    // What lies behind the good end is a torn line, of a crash or of a full disk.
    if (size > at) await file.truncate(at);
    await file.seek(at, Deno.SeekMode.Start);
    try {
      await writeAll(file, bytes);
    } catch (error) {
      await file.truncate(at).catch(() => {});
      throw error;
    }
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(() => void this.#sync(), SYNC_AFTER_MS);
    Deno.unrefTimer(this.#timer as unknown as number);
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    const dirty = this.#timer !== undefined;
    this.#timer = undefined;
    const file = this.#file;
    this.#file = null;
    if (file === null) return;
    try {
      if (dirty) await file.syncData();
    } finally {
      file.close();
    }
  }

  async #sync(): Promise<void> {
    this.#timer = undefined;
    await this.#file?.syncData().catch(() => {});
  }
}

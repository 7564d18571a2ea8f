/**
 * Lines on their way to the disk: one write for all that wait, in order. When the disk refuses
 * (it is full, for one), the callers are told, the lines stay here, bounded, and are written when
 * it takes them again. Knows bytes and offsets, nothing of entries.
 */
import { type AppendFile, FileReplaced } from "./append_file.ts";

/** Why lines could not be written. `kept`: they wait in memory and will be tried again. */
export class WriteFailure extends Error {
  override name = "WriteFailure";
  readonly kept: boolean;
  constructor(reason: string, kept: boolean) {
    super(kept ? `${reason} (kept in memory until it can be written)` : reason);
    this.kept = kept;
  }
}

/** The disk, or what we may use of it, is full. */
export function isDiskFull(error: unknown): error is Error {
  return error instanceof Error && /\(os error (28|122)\)/.test(error.message);
}

interface Waiting {
  readonly bytes: Uint8Array;
  readonly done: PromiseWithResolvers<void>;
}

const MAX_WAITING_BYTES = 16 * 1024 * 1024;
const WRITE_BYTES = 1024 * 1024;
const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 15_000;

export class WriteQueue {
  readonly #file: AppendFile;
  readonly #report: (problem: string) => void;
  #waiting: Waiting[] = [];
  #bytes = 0;
  /** The end of what is on the disk. */
  #written: number;
  #running: Promise<void> | null = null;
  #failing: string | null = null;
  #retryMs = FIRST_RETRY_MS;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(file: AppendFile, written: number, report: (problem: string) => void) {
    this.#file = file;
    this.#written = written;
    this.#report = report;
  }

  get written(): number {
    return this.#written;
  }

  /** The end of the file once all that waits is written. */
  get end(): number {
    return this.#written + this.#bytes;
  }

  get idle(): boolean {
    return this.#waiting.length === 0;
  }

  /** Whether that many more bytes may wait. Alone, even a larger batch may. */
  accepts(bytes: number): boolean {
    return this.#bytes === 0 || this.#bytes + bytes <= MAX_WAITING_BYTES;
  }

  /** Queues bytes for `end`; resolves when the system has them. */
  push(bytes: Uint8Array): Promise<void> {
    const done = Promise.withResolvers<void>();
    this.#waiting.push({ bytes, done });
    this.#bytes += bytes.length;
    void this.flush();
    return done.promise;
  }

  /** The bytes at an offset that is not on the disk yet. */
  peek(offset: number, length: number): Uint8Array {
    let start = this.#written;
    for (const { bytes } of this.#waiting) {
      if (offset < start + bytes.length) {
        return bytes.subarray(offset - start, offset - start + length);
      }
      start += bytes.length;
    }
    return new Uint8Array(0);
  }

  /** Tries to write all that waits; resolves when that is done or has failed. */
  flush(): Promise<void> {
    this.#running ??= this.#writeAll();
    return this.#running;
  }

  /** Lets timer and handle go. What waits stays. */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#file.close();
  }

  async #writeAll(): Promise<void> {
    // All pushes of this moment go into one write.
    await Promise.resolve();
    try {
      while (this.#waiting.length > 0) await this.#writeNext();
    } catch (error) {
      this.#fail(error as Error);
    } finally {
      this.#running = null;
    }
  }

  async #writeNext(): Promise<void> {
    const batch = this.#nextBatch();
    await this.#file.append(joined(batch), this.#written);
    for (const { bytes, done } of batch) {
      this.#written += bytes.length;
      this.#bytes -= bytes.length;
      done.resolve();
    }
    this.#waiting = this.#waiting.slice(batch.length);
    this.#recovered();
  }

  #nextBatch(): Waiting[] {
    let size = 0;
    const end = this.#waiting.findIndex(({ bytes }) => (size += bytes.length) > WRITE_BYTES);
    return this.#waiting.slice(0, end === -1 ? undefined : Math.max(1, end));
  }

  #fail(error: Error): void {
    const gone = error instanceof Deno.errors.NotFound || error instanceof FileReplaced;
    for (const { done } of this.#waiting) done.reject(new WriteFailure(error.message, !gone));
    if (gone) {
      // The conversation was deleted: there is no place that these lines could still go to.
      this.#waiting = [];
      this.#bytes = 0;
      void this.#file.close();
      return;
    }
    if (this.#failing === null) this.#report(`cannot write: ${error.message}`);
    this.#failing = error.message;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), this.#retryMs);
    Deno.unrefTimer(this.#timer as unknown as number);
    this.#retryMs = Math.min(this.#retryMs * 2, LONGEST_RETRY_MS);
  }

  #recovered(): void {
    if (this.#failing === null) return;
    this.#failing = null;
    this.#retryMs = FIRST_RETRY_MS;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#report("writing works again; nothing that waited was lost");
  }
}

function joined(batch: readonly Waiting[]): Uint8Array {
  const first = batch[0]!.bytes;
  if (batch.length === 1) return first;
  const out = new Uint8Array(batch.reduce((sum, { bytes }) => sum + bytes.length, 0));
  let at = 0;
  for (const { bytes } of batch) {
    out.set(bytes, at);
    at += bytes.length;
  }
  return out;
}

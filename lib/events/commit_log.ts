/**
 * Lines on their way to the disk with group commit: all that wait go out in one write and one sync,
 * and only then their senders are told. What could not be written or synced leaves no trace. Knows
 * lines and places, nothing of events.
 */
import { type CrashAt, NO_CRASH } from "./crash_points.ts";
import type { Place } from "./event_table.ts";
import type { LogDevice } from "./log_device.ts";

/** The disk did not take it: the sender must not believe that it is kept. */
export class NotStored extends Error {
  override name = "NotStored";
}

interface Waiting {
  readonly line: string;
  /** Told where the line is, after the sync and before anybody else hears of it. */
  readonly placed: (place: Place) => void;
  readonly done: PromiseWithResolvers<void>;
}

/** One write takes at most this many characters, so that a flood keeps moving. */
const BATCH_CHARACTERS = 1024 * 1024;

export class CommitLog {
  #device: LogDevice;
  /** The end of what is written and synced. */
  #end: number;
  #waiting: Waiting[] = [];
  #tasks: (() => Promise<void>)[] = [];
  #running: Promise<void> | null = null;
  readonly #crash: CrashAt;
  readonly #encoder = new TextEncoder();

  constructor(device: LogDevice, end: number, crash: CrashAt = NO_CRASH) {
    this.#device = device;
    this.#end = end;
    this.#crash = crash;
  }

  get end(): number {
    return this.#end;
  }

  /** Adds a line without its line feed; resolves when it is safe, rejects with {@link NotStored}. */
  append(line: string, placed: (place: Place) => void): Promise<void> {
    const done = Promise.withResolvers<void>();
    this.#waiting.push({ line, placed, done });
    this.#run();
    return done.promise;
  }

  /** Runs a task while nothing is written; lines wait for it. */
  exclusive(task: () => Promise<void>): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#tasks.push(() => task().then(resolve, reject));
    this.#run();
    return promise;
  }

  /** Goes on with another file; only inside {@link exclusive}. */
  swap(device: LogDevice, end: number): void {
    this.#device.close();
    this.#device = device;
    this.#end = end;
  }

  /** The text of a line that was placed. */
  read({ offset, length }: Place): string {
    return new TextDecoder().decode(this.#device.read(offset, length));
  }

  /** Resolves when nothing waits. */
  async idle(): Promise<void> {
    while (this.#running !== null) await this.#running;
  }

  async close(): Promise<void> {
    await this.idle();
    this.#device.close();
  }

  #run(): void {
    this.#running ??= this.#work().finally(() => {
      this.#running = null;
      if (this.#waiting.length > 0 || this.#tasks.length > 0) this.#run();
    });
  }

  async #work(): Promise<void> {
    // Whatever comes in this very moment goes into the same write.
    await Promise.resolve();
    while (this.#waiting.length > 0 || this.#tasks.length > 0) {
      if (this.#waiting.length > 0) await this.#commit(this.#take());
      await this.#tasks.shift()?.();
    }
  }

  #take(): Waiting[] {
    let characters = 0;
    const end = this.#waiting.findIndex(({ line }) =>
      (characters += line.length) > BATCH_CHARACTERS
    );
    return this.#waiting.splice(0, end === -1 ? this.#waiting.length : Math.max(1, end));
  }

  async #commit(batch: readonly Waiting[]): Promise<void> {
    const lengths: number[] = [];
    try {
      this.#crash("ledger.before_write");
      // A failed write before this one may have left something behind the good end.
      if (this.#device.size() > this.#end) this.#device.truncate(this.#end);
      const bytes = this.#encode(batch, lengths);
      this.#device.write(bytes, this.#end);
      this.#crash("ledger.after_write");
      await this.#device.sync();
      this.#crash("ledger.after_sync");
    } catch (error) {
      return this.#fail(batch, error as Error);
    }
    for (const [at, { placed, done }] of batch.entries()) {
      placed({ offset: this.#end, length: lengths[at]! });
      this.#end += lengths[at]! + 1;
      done.resolve();
    }
  }

  /** All lines, each with its line feed, and their lengths without it. */
  #encode(batch: readonly Waiting[], lengths: number[]): Uint8Array {
    const room = batch.reduce((sum, { line }) => sum + line.length * 3 + 1, 0);
    const bytes = new Uint8Array(room);
    let at = 0;
    for (const { line } of batch) {
      const { written } = this.#encoder.encodeInto(line, bytes.subarray(at));
      lengths.push(written);
      at += written;
      bytes[at++] = 0x0a;
    }
    return bytes.subarray(0, at);
  }

  #fail(batch: readonly Waiting[], cause: Error): void {
    try {
      this.#device.truncate(this.#end);
    } catch {
      // The next commit tries again before it writes.
    }
    const reason = new NotStored(`the disk did not take it: ${cause.message}`, { cause });
    for (const { done } of batch) done.reject(reason);
  }
}

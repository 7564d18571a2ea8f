/**
 * Something that is read from the server and shown: now, and again soon after it may have changed.
 * One read at a time; what is shown stays until the next one is there.
 */
import { type Signal, signal } from "@preact/signals";

const SOON_MS = 300;

export class Reading<T> {
  readonly value: Signal<T | null> = signal(null);
  readonly problem: Signal<string | null> = signal(null);
  readonly #read: (before: T | null) => Promise<T>;
  #busy = false;
  /** It was asked for while it was being read. */
  #again = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stopped = false;

  /** `read` is given what is shown. */
  constructor(read: (before: T | null) => Promise<T>) {
    this.#read = read;
  }

  /** Reads now. */
  async now(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#busy) return void (this.#again = true);
    this.#busy = true;
    this.#again = false;
    try {
      const value = await this.#read(this.value.peek());
      if (this.#stopped) return;
      this.value.value = value;
      this.problem.value = null;
    } catch (error) {
      if (!this.#stopped) this.problem.value = error instanceof Error ? error.message : "failed";
    } finally {
      this.#busy = false;
      if (this.#again) void this.now();
    }
  }

  /** Reads in a moment, once for all that happens until then. */
  soon(): void {
    if (!this.#stopped) this.#timer ??= setTimeout(() => void this.now(), SOON_MS);
  }

  /** Nobody looks at it any more. */
  stop(): void {
    this.#stopped = true;
    this.#again = false;
    clearTimeout(this.#timer);
  }
}

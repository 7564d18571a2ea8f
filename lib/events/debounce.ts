/**
 * Waits until it is quiet before something is done for all that came; but not for ever, however long
 * it goes on. Owns one timer; what is done is the caller's business.
 */
import type { Timers } from "./agent_port.ts";

/** A steady stream is cut into pieces of this many quiet times. */
const LONGEST_WAITS = 10;

export class Debounce {
  readonly #timers: Timers;
  readonly #now: () => number;
  readonly #run: () => void;
  #cancel: (() => void) | null = null;
  #latest = 0;

  constructor(timers: Timers, now: () => number, run: () => void) {
    this.#timers = timers;
    this.#now = now;
    this.#run = run;
  }

  /** Something came that wants this much quiet before it is dealt with. */
  touch(quietMs: number): void {
    if (quietMs <= 0) return this.#fire();
    const now = this.#now();
    if (this.#cancel === null) this.#latest = now + quietMs * LONGEST_WAITS;
    this.#cancel?.();
    this.#cancel = this.#timers.after(
      Math.max(0, Math.min(quietMs, this.#latest - now)),
      () => this.#fire(),
    );
  }

  /** Forgets what waits. */
  stop(): void {
    this.#cancel?.();
    this.#cancel = null;
  }

  #fire(): void {
    this.stop();
    this.#run();
  }
}

/**
 * Holds a pseudo-terminal back while someone behind it does not keep up: the screen, or a server
 * that must get every byte. Knows sizes only.
 */

/** Reading stops above the first and goes on below the second. */
const HIGH_WATER = 4 * 1024 * 1024;
const LOW_WATER = 1024 * 1024;

/** What can be held back. */
interface Source {
  pause(): void;
  resume(): void;
}

/** The valve of one pseudo-terminal. */
export class Pressure {
  readonly #source: Source;
  readonly #pending: () => number;
  #unread: () => number = () => 0;

  /** `pending`: bytes that the screen has not worked off. */
  constructor(source: Source, pending: () => number) {
    this.#source = source;
    this.#pending = pending;
  }

  /** Says what else is waited for: bytes that someone has not taken yet. */
  waitFor(unread: () => number): void {
    this.#unread = unread;
    this.check();
  }

  /** To be called when one of them has changed. */
  check(): void {
    const waiting = Math.max(this.#pending(), this.#unread());
    if (waiting > HIGH_WATER) this.#source.pause();
    else if (waiting < LOW_WATER) this.#source.resume();
  }
}

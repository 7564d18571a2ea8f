/** A bucket that fills at a steady rate: what is taken beyond it is told when to come again. */
export class RateLimit {
  readonly #perSecond: number;
  readonly #most: number;
  readonly #now: () => number;
  #left: number;
  #at: number;

  /** `burst` is what may come at once after a pause. */
  constructor(perSecond: number, burst: number, now: () => number) {
    this.#perSecond = perSecond;
    this.#most = Math.max(1, burst);
    this.#now = now;
    this.#left = this.#most;
    this.#at = now();
  }

  /** Null if it may pass, else the seconds after which the next one may. */
  take(): number | null {
    const now = this.#now();
    const gained = Math.max(0, now - this.#at) / 1_000 * this.#perSecond;
    this.#left = Math.min(this.#most, this.#left + gained);
    this.#at = now;
    if (this.#left < 1) return Math.max(1, Math.ceil((1 - this.#left) / this.#perSecond));
    this.#left--;
    return null;
  }
}

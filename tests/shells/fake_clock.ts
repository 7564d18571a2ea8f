// A clock that a test moves by hand.

import type { Clock } from "../../lib/shells/clock.ts";

export class FakeClock implements Clock {
  #now = Date.UTC(2026, 0, 1);
  #timers: { at: number; run: () => void }[] = [];

  now(): number {
    return this.#now;
  }

  after(ms: number, run: () => void): () => void {
    const timer = { at: this.#now + ms, run };
    this.#timers.push(timer);
    return () => void (this.#timers = this.#timers.filter((other) => other !== timer));
  }

  /** How long until the next timer, or null if nobody waits. */
  get next(): number | null {
    const first = Math.min(...this.#timers.map(({ at }) => at));
    return Number.isFinite(first) ? first - this.#now : null;
  }

  /** Moves on and runs what is due, in order. */
  advance(ms: number): void {
    const until = this.#now + ms;
    for (;;) {
      const [due] = this.#timers.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at);
      if (due === undefined) break;
      this.#timers = this.#timers.filter((timer) => timer !== due);
      this.#now = Math.max(this.#now, due.at);
      due.run();
    }
    this.#now = until;
  }
}

/**
 * How long a shell has been silent, for guesses about shells that do not tell: while one may still
 * say that it is integrated, or has not even echoed what was entered, it does not count as silent.
 * Pure; times come in.
 */

/** An integrated shell that has not told by now, after its start files, never will. */
const READY_MS = 10_000;
/** A line that was entered is echoed by now, or not at all. */
const ECHO_MS = 1_500;

/** Follows one shell by times in milliseconds. */
export class Silence {
  #patientUntil: number;
  #outputAt = -Infinity;
  #submittedAt = -Infinity;

  /** `integrated`: it is expected to tell. */
  constructor(now: number, integrated: boolean) {
    this.#patientUntil = integrated ? now + READY_MS : -Infinity;
    this.#outputAt = now;
  }

  /** It has told. */
  told(): void {
    this.#patientUntil = -Infinity;
  }

  output(now: number): void {
    this.#outputAt = now;
  }

  /** A line was entered. */
  submitted(now: number): void {
    this.#submittedAt = now;
  }

  /** How long it is silent. */
  ms(now: number): number {
    const echoed = this.#outputAt > this.#submittedAt || now - this.#submittedAt > ECHO_MS;
    return now < this.#patientUntil || !echoed ? 0 : now - this.#outputAt;
  }
}

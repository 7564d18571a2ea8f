/**
 * Something that is done again and again, never twice at once. Who asks while it runs gets a run that
 * begins afterwards, shared with all others who ask meanwhile: it sees what there was when they asked.
 */
export class RepeatedRun<T> {
  readonly #action: () => Promise<T>;
  #running: Promise<T> | null = null;
  #next: Promise<T> | null = null;

  constructor(action: () => Promise<T>) {
    this.#action = action;
  }

  /** A run that begins now, or right after the present one. */
  run(): Promise<T> {
    if (this.#running === null) return this.#begin();
    const again = () => {
      this.#next = null;
      return this.#begin();
    };
    this.#next ??= this.#running.then(again, again);
    return this.#next;
  }

  /** Resolves when nothing runs and nothing is to run. */
  async idle(): Promise<void> {
    while (this.#running !== null) await (this.#next ?? this.#running).catch(() => {});
  }

  #begin(): Promise<T> {
    const running = this.#action().finally(() => {
      if (this.#running === running) this.#running = null;
    });
    this.#running = running;
    return running;
  }
}

/**
 * Something that is done again and again, never twice at once. Who asks while it runs gets a run that
 * begins afterwards, shared with all others who ask meanwhile: it sees what there was when they asked.
 */
export class RepeatedRun<T> {
  readonly #action: () => Promise<T>;
  #running: Promise<T> | null = null;
  #next: PromiseWithResolvers<T> | null = null;

  constructor(action: () => Promise<T>) {
    this.#action = action;
  }

  /** A run that begins now, or right after the present one. */
  run(): Promise<T> {
    if (this.#running === null) return this.#begin();
    this.#next ??= Promise.withResolvers<T>();
    return this.#next.promise;
  }

  /** Resolves when nothing runs and nothing is to run. */
  async idle(): Promise<void> {
    while (this.#running !== null) await this.#running.catch(() => {});
  }

  #begin(): Promise<T> {
    this.#running = this.#action().finally(() => {
      this.#running = null;
      // At once: whoever asks in between would start a second run beside it.
      const next = this.#next;
      this.#next = null;
      if (next !== null) this.#begin().then(next.resolve, next.reject);
    });
    return this.#running;
  }
}

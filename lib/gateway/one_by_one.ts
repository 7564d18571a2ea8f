/**
 * Actions with the same key run one after the other, in the order of their calls: a draft gets one
 * thread, not two. Different keys do not wait for each other.
 */
export class OneByOne {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Runs the action when all before it are over, whatever became of them. */
  run<T>(key: string, action: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key) ?? Promise.resolve();
    const done = before.then(action, action);
    this.#last.set(key, done);
    const forget = () => {
      if (this.#last.get(key) === done) this.#last.delete(key);
    };
    done.then(forget, forget);
    return done;
  }

  /** Resolves when what was under way at the time of the call is over. */
  async settled(key: string): Promise<void> {
    await this.#last.get(key)?.catch(() => {});
  }

  /** Resolves when nothing is under way. */
  async idle(): Promise<void> {
    while (this.#last.size > 0) await Promise.allSettled(this.#last.values());
  }
}

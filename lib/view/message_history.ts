/** Going back and forth through the messages that were sent, with what was being written kept. */

const MAX_MESSAGES = 200;

export class MessageHistory<Draft> {
  #sent: string[];
  /** How many steps back one is; 0 means at what is being written. */
  #back = 0;
  #writing: Draft | null = null;

  constructor(sent: readonly string[]) {
    this.#sent = sent.slice(-MAX_MESSAGES);
  }

  get isBack(): boolean {
    return this.#back > 0;
  }

  /** A message went out: it is the first to come back to. */
  add(text: string): void {
    if (this.#sent.at(-1) !== text) this.#sent = [...this.#sent, text].slice(-MAX_MESSAGES);
    this.leave();
  }

  /** One step back; what is being written is kept. Null where there is nothing further back. */
  older(writing: () => Draft): string | null {
    const text = this.#sent.at(-1 - this.#back);
    if (text === undefined) return null;
    if (this.#back === 0) this.#writing = writing();
    this.#back++;
    return text;
  }

  /** One step forward: a message, or in the end what was being written. */
  newer(): { readonly text: string } | { readonly draft: Draft } | null {
    if (this.#back === 0) return null;
    this.#back--;
    if (this.#back > 0) return { text: this.#sent.at(-this.#back)! };
    const draft = this.#writing;
    this.#writing = null;
    return draft === null ? null : { draft };
  }

  /** What is shown is being changed: it is what is being written now. */
  leave(): void {
    this.#back = 0;
    this.#writing = null;
  }
}

/**
 * Whether the shell has said by now that it takes pasted text as such. zsh says so only behind its
 * prompt, and what is entered before that would be read key by key. Pure; times come in.
 */

/** A shell that has never said so is given this long at its first prompt, and no time later. */
const FIRST_MS = 400;
/** One that said so at an earlier prompt will say so again. */
const AGAIN_MS = 3_000;

/** Follows one shell's prompts by their times in milliseconds. */
export class PasteWatch {
  #waitMs = FIRST_MS;
  #promptAt = 0;

  /** A new prompt is about to be drawn. */
  prompt(now: number): void {
    this.#promptAt = now;
  }

  /** True once it is known how the shell takes text; `on`: the mode is on. */
  isSettled(now: number, on: boolean): boolean {
    if (on) this.#waitMs = AGAIN_MS;
    else if (now - this.#promptAt < this.#waitMs) return false;
    else this.#waitMs = 0;
    return true;
  }
}

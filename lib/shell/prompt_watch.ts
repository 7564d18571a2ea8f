/**
 * Whether the shell waits at a prompt on which nobody has typed anything. Only then may a command
 * be run for someone else: text of a person must never be mixed with it. Pure; in doubt the answer
 * is no.
 */

/** Where the prompt ended on the screen. */
interface Place {
  isHere(): boolean;
  forget(): void;
}

/** Time for the shell to draw what was typed while a command ran. */
const QUIET_MS = 20;
/** The same where the shell does not tell where its prompt ends. */
const LONG_QUIET_MS = 80;
/** A key that was just sent has not been echoed yet. */
const ECHO_MS = 150;

/** Follows prompts, keys and output by their times in milliseconds. */
export class PromptWatch {
  #place: Place | null = null;
  #atPrompt = false;
  /** Keys since the last Enter or Ctrl-C: they may stand on the line. */
  #dangling = false;
  #unclear = false;
  #inputAt = -Infinity;
  #outputAt = -Infinity;
  #promptAt = -Infinity;

  /** A new prompt is about to be drawn. */
  prompt(now: number): void {
    this.#place?.forget();
    this.#place = null;
    this.#atPrompt = true;
    this.#promptAt = now;
    // What was typed ahead may be on the line already when the prompt appears.
    this.#unclear = this.#dangling;
  }

  /** The prompt has been drawn, and typing starts at `place`. */
  drawn(place: Place): void {
    this.#place?.forget();
    this.#place = place;
  }

  /** A command begins. */
  left(): void {
    this.#atPrompt = false;
  }

  /** Keys of a person. */
  typed(bytes: Uint8Array, now: number): void {
    const last = bytes.at(-1);
    if (last === undefined) return;
    this.#dangling = last !== 0x0d && last !== 0x0a && last !== 0x03;
    this.#unclear = true;
    this.#inputAt = now;
  }

  output(now: number): void {
    this.#outputAt = now;
  }

  /** The answer. `drawnUp`: all output is on the screen. */
  isEmpty(now: number, drawnUp: boolean): boolean {
    if (!this.#atPrompt) return false;
    const enough = this.#place === null ? LONG_QUIET_MS : QUIET_MS;
    if (!this.#unclear) {
      // Nobody has typed: background jobs may write as they like.
      return this.#place !== null || now - this.#promptAt >= enough;
    }
    const quiet = now - this.#outputAt >= enough && now - this.#inputAt >= ECHO_MS;
    return quiet && drawnUp && this.#place !== null && this.#place.isHere();
  }
}

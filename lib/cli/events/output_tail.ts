/**
 * The end of a command's output: the last bytes of both streams in the order in which they came, as
 * clean lines. Bounded; says how much it left out. Pure but for its own memory.
 */
import { plainText } from "../../events/plain_text.ts";

export class OutputTail {
  readonly #most: number;
  #chunks: Uint8Array[] = [];
  #held = 0;
  #total = 0;

  /** Keeps at least the last `most` bytes. */
  constructor(most: number) {
    this.#most = most;
  }

  /** All bytes that came by. */
  get total(): number {
    return this.#total;
  }

  add(bytes: Uint8Array): void {
    this.#total += bytes.length;
    const kept = bytes.slice(Math.max(0, bytes.length - this.#most));
    this.#chunks.push(kept);
    this.#held += kept.length;
    while (this.#held - this.#chunks[0]!.length >= this.#most) {
      this.#held -= this.#chunks.shift()!.length;
    }
    // Many tiny writes would cost more than their bytes.
    if (this.#chunks.length > this.#most) this.#chunks = [joined(this.#chunks, this.#held)];
  }

  /** The last lines, at most `most` bytes, without what steers a terminal; whole lines only. */
  lines(count: number): string[] {
    const bytes = joined(this.#chunks, this.#held).subarray(-this.#most);
    const cut = this.#total > bytes.length;
    const all = plainText(new TextDecoder().decode(bytes)).split("\n")
      .map((line) => line.trimEnd());
    while (all.at(-1) === "") all.pop();
    // The first line of a cut text is a piece of one, unless it is all there is.
    return (cut && all.length > 1 ? all.slice(1) : all).slice(-count);
  }
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

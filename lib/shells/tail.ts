/**
 * The last words of a process: the end of its output, kept in bounded memory at O(1) per chunk.
 */
const TAIL_BYTES = 16 * 1024;
const TAIL_LINES = 40;

export class Tail {
  #chunks: Uint8Array[] = [];
  #size = 0;

  /** Takes a chunk; what it pushes out is forgotten. */
  push(chunk: Uint8Array): void {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    // Moved together now and then only, so that tiny chunks cost no more than large ones.
    if (this.#size > 4 * TAIL_BYTES || this.#chunks.length > 256) this.#pack();
  }

  /** The last lines, oldest first. */
  lines(): string[] {
    this.#pack();
    const text = new TextDecoder().decode(this.#chunks[0]);
    const lines = text.split(/\r?\n/);
    if (lines.at(-1) === "") lines.pop();
    return lines.slice(-TAIL_LINES);
  }

  #pack(): void {
    const bytes = new Uint8Array(this.#size);
    let at = 0;
    for (const chunk of this.#chunks) {
      bytes.set(chunk, at);
      at += chunk.length;
    }
    this.#chunks = [bytes.slice(-TAIL_BYTES)];
    this.#size = this.#chunks[0]!.length;
  }
}

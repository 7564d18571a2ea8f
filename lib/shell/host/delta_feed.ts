/**
 * The running block's output as text for those who watch: a piece every now and then, each within
 * bounds. Under a flood the middle is left out; the whole is in the block's file.
 */
import type { Block } from "../blocks.ts";

/** A piece of a block's output. */
export interface Delta {
  readonly block_id: string;
  readonly offset: number;
  readonly text: string;
}

const EVERY_MS = 60;
const PIECE_BYTES = 8 * 1024;

/** Collects bytes and gives them out in pieces. */
export class DeltaFeed {
  readonly #onDelta: (delta: Delta) => void;
  #block: Block | null = null;
  #decoder = new TextDecoder();
  #pieces: Uint8Array[] = [];
  #size = 0;
  #offset = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(onDelta: (delta: Delta) => void) {
    this.#onDelta = onDelta;
  }

  begin(block: Block): void {
    this.#block = block;
    this.#decoder = new TextDecoder();
    this.#pieces = [];
    this.#size = 0;
    this.#offset = 0;
  }

  push(bytes: Uint8Array): void {
    this.#pieces.push(bytes);
    this.#size += bytes.length;
    while (this.#size - (this.#pieces[0]?.length ?? 0) >= PIECE_BYTES) {
      const dropped = this.#pieces.shift()?.length ?? 0;
      this.#size -= dropped;
      this.#offset += dropped;
      this.#decoder = new TextDecoder();
    }
    this.#timer ??= setTimeout(() => this.flush(), EVERY_MS);
  }

  /** Gives out what there is. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#block === null || this.#size === 0) return;
    const text = this.#pieces.map((bytes) => this.#decoder.decode(bytes, { stream: true })).join(
      "",
    );
    const offset = this.#offset;
    this.#offset += this.#size;
    this.#pieces = [];
    this.#size = 0;
    if (text !== "") this.#onDelta({ block_id: this.#block.block_id, offset, text });
  }

  /** Gives out the rest; the block is over. */
  end(): void {
    this.flush();
    this.#block = null;
  }
}

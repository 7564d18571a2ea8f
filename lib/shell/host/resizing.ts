/** The size of a terminal: of many changes in a row only the last is made. */

/** How large a terminal is. */
export interface TerminalSize {
  readonly cols: number;
  readonly rows: number;
}

const WAIT_MS = 30;

/** Takes sizes and gives the last one on after a moment. */
export class Resizing {
  readonly #apply: (size: TerminalSize) => void;
  #size: TerminalSize;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(size: TerminalSize, apply: (size: TerminalSize) => void) {
    this.#size = size;
    this.#apply = apply;
  }

  /** The size that it has, or will have in a moment. */
  get size(): TerminalSize {
    return this.#size;
  }

  to(size: TerminalSize): void {
    this.#size = size;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#apply(this.#size);
    }, WAIT_MS);
  }

  close(): void {
    clearTimeout(this.#timer);
  }
}

/**
 * Writes to a pseudo-terminal what it takes and keeps the rest for later. node-pty's own write
 * gives up in the middle of a large paste under Deno, so the descriptor is written to directly
 * where that is possible.
 */
import { writeSome } from "./libc.ts";

/** What is needed of node-pty. */
interface Writable {
  readonly fd: number;
  write(data: Uint8Array): void;
}

const PIECE = 4096;
const RETRY_MS = 4;
/** A program that reads nothing must not make us keep everything. */
const QUEUE_BYTES = 16 * 1024 * 1024;

/** The way in to one pseudo-terminal. */
export class PtyWriter {
  readonly #pty: Writable;
  #queue: Uint8Array[] = [];
  #queued = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(pty: Writable) {
    this.#pty = pty;
  }

  /** Writes bytes behind all those before. False if there were too many, and these are dropped. */
  write(bytes: Uint8Array): boolean {
    if (this.#queued + bytes.length > QUEUE_BYTES) return false;
    this.#queue.push(bytes);
    this.#queued += bytes.length;
    if (this.#timer === undefined) this.#work();
    return true;
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#queue = [];
  }

  #work(): void {
    this.#timer = undefined;
    for (let first = this.#queue[0]; first !== undefined; first = this.#queue[0]) {
      const piece = first.subarray(0, PIECE);
      const taken = this.#take(piece);
      this.#queued -= taken;
      if (taken === first.length) this.#queue.shift();
      else this.#queue[0] = first.subarray(taken);
      if (taken < piece.length) {
        this.#timer = setTimeout(() => this.#work(), RETRY_MS);
        return;
      }
    }
  }

  #take(piece: Uint8Array): number {
    const taken = writeSome(this.#pty.fd, piece);
    if (taken !== null) return taken;
    this.#pty.write(piece);
    return piece.length;
  }
}

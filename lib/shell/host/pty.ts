/**
 * A program on a pseudo-terminal, as bytes. Wraps node-pty: pauses, drains what comes after the
 * end, keeps large input from being cut. Knows nothing of shells or marks.
 */
import nodePty from "node-pty";
import { readSome } from "./libc.ts";
import { PtyWriter } from "./pty_writer.ts";

/** What to start. */
export interface PtyStart {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly cols: number;
  readonly rows: number;
  readonly onData: (bytes: Uint8Array) => void;
  /** Once, after the last byte. `signal` is 0 unless one ended it. */
  readonly onExit: (exitCode: number, signal: number) => void;
}

/** What we use of node-pty, whose own types do not know that data may be bytes. */
interface NodePty {
  readonly pid: number;
  /** The descriptor of our end. */
  readonly fd: number;
  onData(listener: (data: Uint8Array) => void): void;
  onExit(listener: (end: { readonly exitCode: number; readonly signal?: number }) => void): void;
  write(data: Uint8Array): void;
  resize(cols: number, rows: number): void;
  pause(): void;
  resume(): void;
}

const spawn = nodePty.spawn as (
  file: string,
  args: string[],
  options: Record<string, unknown>,
) => NodePty;

/** Data can come after the end was told; this long without any is the end. */
const QUIET_MS = 250;
const DRAIN_LIMIT_MS = 2_000;
const DRAIN_BYTES = 128 * 1024;

/** A running program. */
export class Pty {
  readonly #pty: NodePty;
  readonly #writer: PtyWriter;
  readonly #scratch = new Uint8Array(DRAIN_BYTES);
  #ended = false;
  #paused = false;
  #lastData = 0;

  constructor(start: PtyStart) {
    this.#pty = spawn(start.file, [...start.args], {
      name: start.env.TERM ?? "xterm-256color",
      cols: start.cols,
      rows: start.rows,
      cwd: start.cwd,
      env: { ...start.env },
      // Bytes: a character may be cut in two, and output need not be text at all.
      encoding: null,
    });
    this.#pty.onData((data) => {
      this.#lastData = performance.now();
      start.onData(data);
      this.#drain(start.onData);
    });
    this.#writer = new PtyWriter(this.#pty);
    this.#pty.onExit(({ exitCode, signal }) => {
      // From here on the number of the descriptor may be another file's.
      this.#ended = true;
      this.#writer.close();
      this.resume();
      void this.#drained().then(() => start.onExit(exitCode, signal ?? 0));
    });
  }

  get pid(): number {
    return this.#pty.pid;
  }

  write(bytes: Uint8Array): void {
    if (!this.#ended) this.#writer.write(bytes);
  }

  resize(cols: number, rows: number): void {
    try {
      this.#pty.resize(cols, rows);
    } catch {
      // It has ended; there is nothing to resize.
    }
  }

  /** Stops reading: the program waits once the kernel's buffer is full. */
  pause(): void {
    if (this.#paused) return;
    this.#paused = true;
    this.#pty.pause();
  }

  resume(): void {
    if (!this.#paused) return;
    this.#paused = false;
    this.#pty.resume();
  }

  /**
   * Takes what else is there at once. A pseudo-terminal gives 4 KiB at a time, and a turn of the
   * event loop for each of them would cost more than all that is done with it.
   */
  #drain(onData: (bytes: Uint8Array) => void): void {
    let length = 0;
    while (!this.#ended && !this.#paused && length < this.#scratch.length) {
      const got = readSome(this.#pty.fd, this.#scratch.subarray(length));
      if (got === 0) break;
      length += got;
    }
    if (length > 0) onData(this.#scratch.slice(0, length));
  }

  async #drained(): Promise<void> {
    const limit = performance.now() + DRAIN_LIMIT_MS;
    this.#lastData = performance.now();
    for (let now = this.#lastData; now < limit; now = performance.now()) {
      const quiet = now - this.#lastData;
      if (quiet >= QUIET_MS) return;
      await new Promise((resolve) => setTimeout(resolve, QUIET_MS - quiet));
    }
  }
}

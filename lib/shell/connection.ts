/**
 * Frames over one socket, for both ends: reads them in order, writes what is queued, tells when it
 * is over. A peer that does not read is cut off before its queue becomes memory. Knows no frame.
 */
import { type Frame, FrameReader, joined } from "./frames.ts";

/** What a socket is to us. */
export interface Socket {
  read(buffer: Uint8Array): Promise<number | null>;
  write(bytes: Uint8Array): Promise<number>;
  close(): void;
}

/** Who handles what comes. */
export interface ConnectionEnds {
  /** Awaited before the next frame is read, so that a slow handler slows its peer down. */
  onFrame(frame: Frame): void | Promise<void>;
  /** Gives more to write when the queue is empty. */
  onIdle?(): Uint8Array | null;
  /** Once. */
  onClose(): void;
}

const READ_BYTES = 64 * 1024;
const QUEUE_BYTES = 16 * 1024 * 1024;

/** One open connection. */
export class Connection {
  readonly #socket: Socket;
  readonly #ends: ConnectionEnds;
  #queue: Uint8Array[] = [];
  #queued = 0;
  #writing = false;
  #closed = false;
  #drained: (() => void)[] = [];

  constructor(socket: Socket, ends: ConnectionEnds) {
    this.#socket = socket;
    this.#ends = ends;
    void this.#read();
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** Queues a frame. */
  send(frame: Uint8Array): void {
    if (this.#closed) return;
    this.#queue.push(frame);
    this.#queued += frame.length;
    if (this.#queued > QUEUE_BYTES) return this.close();
    this.wake();
  }

  /** There may be something to write. */
  wake(): void {
    if (!this.#writing && !this.#closed) void this.#write();
  }

  /** Resolves when all that was queued is written, or the connection is over. */
  drained(): Promise<void> {
    if (this.#closed || (!this.#writing && this.#queue.length === 0)) return Promise.resolve();
    return new Promise((resolve) => this.#drained.push(resolve));
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#queue = [];
    try {
      this.#socket.close();
    } catch {
      // The other end was faster.
    }
    this.#release();
    this.#ends.onClose();
  }

  async #read(): Promise<void> {
    const reader = new FrameReader();
    try {
      while (!this.#closed) {
        const buffer = new Uint8Array(READ_BYTES);
        const got = await this.#socket.read(buffer);
        if (got === null) break;
        for (const frame of reader.push(buffer.subarray(0, got))) {
          // Only what takes time is waited for: a wait costs a turn of the loop.
          const handling = this.#ends.onFrame(frame);
          if (handling !== undefined) await handling;
        }
      }
    } catch {
      // A broken socket, or a peer that sends no frames: both are the end.
    }
    this.close();
  }

  async #write(): Promise<void> {
    this.#writing = true;
    try {
      for (let bytes = this.#next(); bytes !== null; bytes = this.#next()) {
        for (let at = 0; at < bytes.length;) at += await this.#socket.write(bytes.subarray(at));
      }
    } catch {
      this.close();
    }
    this.#writing = false;
    this.#release();
  }

  #next(): Uint8Array | null {
    if (this.#closed) return null;
    if (this.#queue.length === 0) return this.#ends.onIdle?.() ?? null;
    const bytes = this.#queue.length === 1 ? this.#queue[0] as Uint8Array : joined(this.#queue);
    this.#queue = [];
    this.#queued = 0;
    return bytes;
  }

  #release(): void {
    for (const resolve of this.#drained.splice(0)) resolve();
  }
}

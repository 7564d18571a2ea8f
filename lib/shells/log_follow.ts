/**
 * Follows the log of one stream for one reader. The disk is the buffer: a reader is given the
 * next piece only while little waits in front of it, so a slow one costs no memory; one that
 * takes nothing for too long is cut, and nobody else notices.
 */
import type { Clock } from "./clock.ts";
import type { LogFile } from "./log_file.ts";
import { type LogWindow, WINDOW_BYTES, type WindowRequest } from "./log_window.ts";
import type { LogStream } from "./record.ts";

/** A reader, as small as it is needed. A WebSocket is one. */
export interface LogSink {
  send(text: string): void;
  close(code: number, reason: string): void;
  /** Bytes that wait in front of a slow reader. */
  readonly bufferedAmount: number;
}

/** A piece of a log on its way to a reader. `offset` is where it begins; a jump is a gap. */
export interface LogEvent {
  readonly type: "log";
  readonly shell_id: string;
  readonly stream: LogStream;
  readonly offset: number;
  readonly text: string;
}

/** What is followed: where to read it, and when it has grown. */
export interface LogSource {
  readonly shellId: string;
  readonly stream: LogStream;
  readonly read: (request: WindowRequest) => Promise<LogWindow | null>;
  /** Null for a shell that does not change any more. */
  readonly live: LogFile | null;
}

/** Close code for a reader that is too slow; the same as of the other streams. */
export const TOO_SLOW = 4008;
const BUFFERED_BYTES = 512 * 1024;
const LOOK_EVERY_MS = 25;
const PATIENCE_MS = 10_000;

export class LogFollower {
  readonly #source: LogSource;
  readonly #sink: LogSink;
  readonly #clock: Clock;
  #at: number;
  #pumping: Promise<void> | null = null;
  #again = false;
  #done = false;
  #leave = () => {};

  /** Begins at `from`, or with the last piece if that is null. */
  constructor(source: LogSource, sink: LogSink, clock: Clock, from: number | null) {
    this.#source = source;
    this.#sink = sink;
    this.#clock = clock;
    this.#at = from ?? -1;
  }

  /** Sends what there is and then what comes; resolves when the first part is done. */
  async start(): Promise<void> {
    this.#leave = this.#source.live?.onGrowth(() => void this.#pump()) ?? this.#leave;
    await this.#pump();
  }

  stop(): void {
    this.#done = true;
    this.#leave();
  }

  /** One pump at a time; a call while it runs makes it look once more. */
  #pump(): Promise<void> {
    this.#again = true;
    return this.#pumping ??= this.#run();
  }

  async #run(): Promise<void> {
    while (this.#again && !this.#done) {
      this.#again = false;
      try {
        while (await this.#sendNext());
      } catch {
        // The socket is gone, or the log cannot be read: nothing more can be sent.
        this.stop();
      }
    }
    this.#pumping = null;
  }

  /** Sends one piece; false when there is none, for now or for good. */
  async #sendNext(): Promise<boolean> {
    const { read, live, shellId: shell_id, stream } = this.#source;
    const request = { limit: WINDOW_BYTES, open: live?.closed === false };
    const window = await read(this.#at < 0 ? request : { ...request, after: this.#at });
    if (window === null || this.#done) return false;
    if (window.to <= window.from) {
      this.#at = window.to;
      return false;
    }
    if (!await this.#roomInFront()) return false;
    const { from: offset, text } = window;
    const event: LogEvent = { type: "log", shell_id, stream, offset, text };
    this.#sink.send(JSON.stringify(event));
    this.#at = window.to;
    return window.to < window.end;
  }

  async #roomInFront(): Promise<boolean> {
    const deadline = this.#clock.now() + PATIENCE_MS;
    while (!this.#done && this.#sink.bufferedAmount > BUFFERED_BYTES) {
      if (this.#clock.now() >= deadline) {
        this.stop();
        this.#sink.close(TOO_SLOW, "reading too slowly: connect again");
        break;
      }
      await new Promise<void>((resolve) => this.#clock.after(LOOK_EVERY_MS, resolve));
    }
    return !this.#done;
  }
}

/**
 * A transport over a process's stdin and stdout: bytes become lines and lines bytes. Who starts
 * the process, logs its stderr and ends it is not known here.
 */
import { type Line, LineSplitter } from "../protocol/lines.ts";
import type { Transport, TransportEnd } from "./transport.ts";

/** A running process, as small as a transport needs it. */
export interface PipedProcess {
  readonly pid: number;
  /** What it says; read by one reader. */
  stdout(): AsyncIterable<Uint8Array>;
  /** Writes to its stdin; a rejected promise means that it did not go out. */
  write(bytes: Uint8Array): Promise<void>;
  /** Ends it, kindly at first; resolves when it is gone. */
  close(): Promise<TransportEnd>;
  readonly ended: Promise<TransportEnd>;
}

export class ProcessTransport implements Transport {
  readonly pid: number;
  readonly ended: Promise<TransportEnd>;
  readonly #process: PipedProcess;
  readonly #encoder = new TextEncoder();

  constructor(process: PipedProcess) {
    this.#process = process;
    this.pid = process.pid;
    this.ended = process.ended;
  }

  async *lines(): AsyncIterable<Line> {
    const splitter = new LineSplitter();
    for await (const chunk of this.#process.stdout()) yield* splitter.push(chunk);
    yield* splitter.end();
  }

  send(line: string): Promise<void> {
    return this.#process.write(this.#encoder.encode(line + "\n"));
  }

  close(): Promise<TransportEnd> {
    return this.#process.close();
  }
}

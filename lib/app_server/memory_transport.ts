/**
 * The in-memory twin of the process transport: a test holds the server's end of the pipe.
 */
import type { Line } from "../protocol/lines.ts";
import type { Transport, TransportEnd } from "./transport.ts";

/** A pipe whose other end is `server`, a function that gets each line that we send. */
export class MemoryTransport implements Transport {
  readonly pid = null;
  readonly sent: string[] = [];
  readonly ended: Promise<TransportEnd>;
  readonly #server: (line: string, self: MemoryTransport) => void;
  readonly #lines: ReadableStream<Line>;
  #controller!: ReadableStreamDefaultController<Line>;
  #end!: (end: TransportEnd) => void;
  #open = true;

  constructor(server: (line: string, self: MemoryTransport) => void = () => {}) {
    this.#server = server;
    this.#lines = new ReadableStream({
      start: (controller) => void (this.#controller = controller),
    });
    this.ended = new Promise((resolve) => this.#end = resolve);
  }

  /** The server says something. */
  say(message: unknown): void {
    const text = typeof message === "string" ? message : JSON.stringify(message);
    if (this.#open) this.#controller.enqueue({ kind: "line", text });
  }

  /** The server dies. */
  die(reason = "exited with code 1", stderr: string[] = []): void {
    if (!this.#open) return;
    this.#open = false;
    this.#controller.close();
    this.#end({ reason, stderr });
  }

  lines(): AsyncIterable<Line> {
    return this.#lines;
  }

  send(line: string): Promise<void> {
    if (!this.#open) return Promise.reject(new Error("the pipe is closed"));
    this.sent.push(line);
    this.#server(line, this);
    return Promise.resolve();
  }

  close(): Promise<TransportEnd> {
    this.die("exited with code 0");
    return this.ended;
  }
}

/**
 * What the demo agent needs of the world: bytes in, lines out, a clock. Passed in, so that a test
 * runs the agent in memory with a clock of its own. Knows nothing of the protocol.
 */

/** The agent's whole contact with the outside. It opens nothing by itself. */
export interface DemoIo {
  /** The client's bytes; their end ends the agent. */
  readonly readable: ReadableStream<Uint8Array>;
  /** Sends one line, newline not included; resolves when the next one may follow. */
  write(line: string): Promise<void>;
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves after `ms`, or at once when `signal` aborts. It never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Where the real server writes to stderr; left out, such lines vanish. */
  log?(line: string): void;
  /** Factor on every pause: 1 is natural, 0 is immediate. */
  readonly pace?: number;
}

/** The `sleep` of {@linkcode DemoIo} on the runtime's timers. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener("abort", done);
  });
}

/**
 * A transport over a subprocess's stdin and stdout. Owns the process: it ends when stdin closes,
 * is told to by signal if it does not, and keeps the last lines of stderr for the message.
 */
import { type Line, LineSplitter } from "../protocol/lines.ts";
import type { Transport, TransportEnd } from "./transport.ts";

/** What to run. The first word of `command` is the program. */
export interface ProcessSpec {
  readonly command: readonly string[];
  readonly cwd: string;
  readonly env?: Record<string, string>;
}

const STDERR_LINES = 40;
const STDERR_LINE_BYTES = 64 * 1024;
/** codex ends within 30 ms of stdin's end; a slower one gets a signal, then a stronger one. */
const TERM_AFTER_MS = 1_500;
const KILL_AFTER_MS = 3_000;

/** Starts the process; rejects with one clear sentence if it cannot be started. */
export function openProcess(spec: ProcessSpec): Promise<Transport> {
  const [program, ...args] = spec.command;
  if (program === undefined) return Promise.reject(new Error("the app-server command is empty"));
  try {
    const child = new Deno.Command(program, {
      args,
      cwd: spec.cwd,
      ...(spec.env ? { env: spec.env } : {}),
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    return Promise.resolve(new ProcessTransport(child));
  } catch (error) {
    return Promise.reject(new Error(spawnFailure(spec, error), { cause: error }));
  }
}

function spawnFailure(spec: ProcessSpec, error: unknown): string {
  const command = spec.command.join(" ");
  if (error instanceof Deno.errors.NotFound) {
    return `cannot start the app-server: "${command}" was not found (or its folder "${spec.cwd}")`;
  }
  return `cannot start the app-server "${command}": ${
    error instanceof Error ? error.message : error
  }`;
}

class ProcessTransport implements Transport {
  readonly pid: number;
  readonly ended: Promise<TransportEnd>;
  readonly #child: Deno.ChildProcess;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #encoder = new TextEncoder();
  readonly #stderr: string[] = [];

  constructor(child: Deno.ChildProcess) {
    this.#child = child;
    this.pid = child.pid;
    this.#writer = child.stdin.getWriter();
    // A write to a process that died must reject the write, not the whole program.
    this.#writer.closed.catch(() => {});
    const drained = this.#readStderr();
    this.ended = child.status.then(async (status) => {
      await drained;
      return { reason: describe(status), stderr: this.#stderr };
    });
  }

  async *lines(): AsyncIterable<Line> {
    const splitter = new LineSplitter();
    for await (const chunk of this.#child.stdout) yield* splitter.push(chunk);
    yield* splitter.end();
  }

  send(line: string): Promise<void> {
    return this.#writer.write(this.#encoder.encode(line + "\n"));
  }

  async close(): Promise<TransportEnd> {
    this.#writer.close().catch(() => {});
    const timers = [
      setTimeout(() => this.#signal("SIGTERM"), TERM_AFTER_MS),
      setTimeout(() => this.#signal("SIGKILL"), KILL_AFTER_MS),
    ];
    const end = await this.ended;
    timers.forEach(clearTimeout);
    return end;
  }

  #signal(signal: Deno.Signal): void {
    try {
      this.#child.kill(signal);
    } catch {
      // It was gone already.
    }
  }

  async #readStderr(): Promise<void> {
    const splitter = new LineSplitter(STDERR_LINE_BYTES);
    for await (const chunk of this.#child.stderr) {
      for (const line of splitter.push(chunk)) this.#keepStderr(line);
    }
    for (const line of splitter.end()) this.#keepStderr(line);
  }

  #keepStderr(line: Line): void {
    this.#stderr.push(line.kind === "line" ? line.text : line.head);
    if (this.#stderr.length > STDERR_LINES) this.#stderr.shift();
  }
}

function describe(status: Deno.CommandStatus): string {
  return status.signal !== null
    ? `was ended by ${status.signal}`
    : `exited with code ${status.code}`;
}

/**
 * One process over pipes: bytes in, bytes out, one end. Its stderr, and its stdout where asked,
 * go into the logs on the way, without anybody waiting for the disk. It ends by the end of its
 * stdin, else by signal, and takes everything it started along.
 */
import type { Clock } from "./clock.ts";
import type { Launch } from "./launch.ts";
import type { LogFile } from "./log_file.ts";
import { MARK_VARIABLE } from "./process_script.ts";
import { descendantsOf, type Processes, type ProcessInfo } from "./processes.ts";
import { sweep } from "./sweep.ts";
import { Tail } from "./tail.ts";

/** How a process ended. */
export interface ProcessEnd {
  readonly code: number;
  readonly signal: string | null;
  /** One sentence without its subject, such as `exited with code 1`. */
  readonly reason: string;
  /** The last lines of its stderr, oldest first. */
  readonly stderr: readonly string[];
}

/** What a process needs around it. */
export interface PipeSurroundings {
  readonly shellId: string;
  /** Its name in messages. */
  readonly label: string;
  readonly logs: { readonly stdout: LogFile; readonly stderr: LogFile };
  /** Asked at each chunk: whether stdout is to be kept, too. */
  readonly keepStdout: () => boolean;
  readonly processes: Processes;
  readonly clock: Clock;
  /** Sees each chunk of both streams, for as long as it answers true. */
  readonly watch: (stream: "stdout" | "stderr", chunk: Uint8Array) => boolean;
}

/** codex ends within 30 ms of stdin's end; a slower one gets a signal, then a stronger one. */
const TERM_AFTER_MS = 1_500;
const KILL_AFTER_MS = 3_000;
/** After its end, what is still in the pipes has this long to come through. */
const DRAIN_MS = 500;
/** Not for the agent's eyes. */
const HIDDEN = { PILOTHOUSE_SECRET: "" };

/** Starts it; throws one clear sentence if it cannot be started. */
export function spawnPipe(launch: Launch, around: PipeSurroundings): PipeProcess {
  try {
    return new PipeProcess(spawn(launch, around.shellId), around);
  } catch (error) {
    throw new Error(spawnFailure(around.label, launch, error), { cause: error });
  }
}

function spawn(launch: Launch, shellId: string): Deno.ChildProcess {
  const [program = "", ...args] = launch.command;
  return new Deno.Command(program, {
    args,
    cwd: launch.cwd,
    env: { ...HIDDEN, ...launch.env, [MARK_VARIABLE]: shellId },
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
    // A session and process group of its own, by which its descendants are found.
    detached: true,
  }).spawn();
}

function spawnFailure(label: string, { shown }: Launch, error: unknown): string {
  const command = shown.command.join(" ");
  if (error instanceof Deno.errors.NotFound) {
    return `cannot start ${label}: "${command}" was not found (or its folder "${shown.cwd}")`;
  }
  return `cannot start ${label} "${command}": ${error instanceof Error ? error.message : error}`;
}

export class PipeProcess {
  readonly pid: number;
  /** Resolves when it and all that it started are gone. */
  readonly ended: Promise<ProcessEnd>;
  readonly #child: Deno.ChildProcess;
  readonly #around: PipeSurroundings;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #stdout: ReadableStreamDefaultReader<Uint8Array>;
  readonly #stderr: ReadableStreamDefaultReader<Uint8Array>;
  readonly #tail = new Tail();
  #watched = true;
  #known: readonly ProcessInfo[] = [];
  #closing = false;

  constructor(child: Deno.ChildProcess, around: PipeSurroundings) {
    this.#child = child;
    this.#around = around;
    this.pid = child.pid;
    this.#writer = child.stdin.getWriter();
    // A write to a process that died must reject the write, not the whole program.
    this.#writer.closed.catch(() => {});
    this.#stdout = child.stdout.getReader();
    this.#stderr = child.stderr.getReader();
    this.ended = this.#awaitEnd(this.#readStderr());
  }

  /** What it says, in order; ends when the pipe ends. For one reader. */
  async *stdout(): AsyncIterable<Uint8Array> {
    const { logs, keepStdout } = this.#around;
    for (;;) {
      const { done, value } = await this.#stdout.read();
      if (done) return;
      if (keepStdout()) logs.stdout.push(value);
      this.#look("stdout", value);
      yield value;
    }
  }

  /** Writes to its stdin; a rejected promise means that it did not go out. */
  write(bytes: Uint8Array): Promise<void> {
    return this.#writer.write(bytes);
  }

  /** Asks it to end, insists after a while, and resolves when all of it is gone. */
  async close(): Promise<ProcessEnd> {
    if (!this.#closing) {
      this.#closing = true;
      // Now, while the tree hangs together: an orphan's parent cannot be told any more.
      this.#known = descendantsOf(this.pid, await this.#around.processes.list().catch(() => []));
      this.#insist();
    }
    return await this.ended;
  }

  #insist(): void {
    const { clock } = this.#around;
    this.#writer.close().catch(() => {});
    const calledOff = [
      clock.after(TERM_AFTER_MS, () => this.#signal("SIGTERM")),
      clock.after(KILL_AFTER_MS, () => this.#signal("SIGKILL")),
    ];
    void this.#child.status.then(() => calledOff.forEach((callOff) => callOff()));
  }

  #signal(signal: Deno.Signal): void {
    try {
      this.#child.kill(signal);
    } catch {
      // It was gone already.
    }
  }

  async #awaitEnd(drained: Promise<void>): Promise<ProcessEnd> {
    const { processes, clock, shellId } = this.#around;
    const { code, signal } = await this.#child.status;
    const remains = { shellId, group: this.pid, known: this.#known };
    await sweep(remains, processes, clock, Deno.pid).catch((error) => {
      this.#around.logs.stderr.note(`cannot look for what it left behind: ${error.message}`);
    });
    this.#cutAfter(DRAIN_MS, this.#stdout);
    this.#cutAfter(DRAIN_MS, this.#stderr);
    await drained;
    return { code, signal, reason: describe(code, signal), stderr: this.#tail.lines() };
  }

  /** Somebody out of reach may still hold the pipe open. */
  #cutAfter(ms: number, reader: ReadableStreamDefaultReader<Uint8Array>): void {
    const callOff = this.#around.clock.after(ms, () => void reader.cancel().catch(() => {}));
    void reader.closed.then(callOff, callOff);
  }

  async #readStderr(): Promise<void> {
    for (;;) {
      const { done, value } = await this.#stderr.read();
      if (done) return;
      this.#around.logs.stderr.push(value);
      this.#tail.push(value);
      this.#look("stderr", value);
    }
  }

  #look(stream: "stdout" | "stderr", chunk: Uint8Array): void {
    if (this.#watched) this.#watched = this.#around.watch(stream, chunk);
  }
}

function describe(code: number, signal: string | null): string {
  return signal === null ? `exited with code ${code}` : `was ended by ${signal}`;
}

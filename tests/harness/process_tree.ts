// One program that a test starts, together with everything that it starts in turn. Follows the tree
// while it runs, by parentage and by a marker in the environment, so that nothing can slip away by
// detaching; ends it, and tells who did not go. Knows nothing of what the program is.

import { TextLineStream } from "@std/streams";
import {
  descendantsOf,
  describe,
  MARKER,
  processesOf,
  type ProcessInfo,
  signal,
  survivorsOf,
} from "./processes.ts";
import { waitFor } from "./wait.ts";

/** What to start. The environment is added to ours. */
export interface TreeOptions {
  readonly command: readonly string[];
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** How long the tree has to end after it was told to; 5 s unless given. */
  readonly stopLimitMs?: number;
}

const LOOK_EVERY_MS = 250;
const DEFAULT_STOP_LIMIT_MS = 5_000;

/** A started program and its descendants. */
export class ProcessTree {
  /** The value of PILOTHOUSE_TEST_RUN in every process of the tree. */
  readonly marker: string = crypto.randomUUID();
  /** The lines of stdout so far. */
  readonly stdout: string[] = [];
  readonly #child: Deno.ChildProcess;
  readonly #stopLimitMs: number;
  readonly #known = new Map<number, ProcessInfo>();
  readonly #looking: ReturnType<typeof setInterval>;
  readonly #reading: Promise<unknown>;
  #stderr = "";
  #status: Deno.CommandStatus | undefined;

  constructor(options: TreeOptions) {
    this.#stopLimitMs = options.stopLimitMs ?? DEFAULT_STOP_LIMIT_MS;
    const [program = "", ...args] = options.command;
    this.#child = new Deno.Command(program, {
      args,
      env: { ...options.env, [MARKER]: this.marker },
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
      ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    }).spawn();
    this.#child.status.then((status) => this.#status = status);
    this.#reading = Promise.allSettled([this.#readStdout(), this.#readStderr()]);
    this.#looking = setInterval(() => this.processes(), LOOK_EVERY_MS);
  }

  /** The id of the program itself. */
  get pid(): number {
    return this.#child.pid;
  }

  /** How the program ended, or undefined while it runs. */
  get status(): Deno.CommandStatus | undefined {
    return this.#status;
  }

  /** Everything that was written to stderr so far. */
  get stderr(): string {
    return this.#stderr;
  }

  /** The processes of the tree that are alive now, the program itself included. */
  processes(): ProcessInfo[] {
    const own = descendantsOf(this.pid);
    const detached = [...this.#known.keys()].flatMap((pid) => descendantsOf(pid));
    for (const process of [...own, ...detached, ...processesOf(this.marker)]) {
      this.#known.set(process.pid, process);
    }
    const alive = survivorsOf(this.#known.values());
    this.#known.clear();
    for (const process of alive) this.#known.set(process.pid, process);
    return alive;
  }

  /**
   * Sends a signal to the program, or to `pid` of the tree, and waits until the whole tree is gone.
   * Whoever is left when the time is up is returned, and ended.
   */
  async stop(name: Deno.Signal = "SIGTERM", pid: number = this.pid): Promise<ProcessInfo[]> {
    this.processes();
    signal(pid, name);
    const gone = () => this.processes().length === 0;
    const late = await waitFor(gone, { timeoutMs: this.#stopLimitMs, what: "the tree to end" })
      .then(() => [], () => this.processes());
    for (const process of late) signal(process.pid, "SIGKILL");
    clearInterval(this.#looking);
    await this.#child.status;
    await this.#reading;
    return late;
  }

  /** Like stop, but whoever did not go is an error. */
  async stopCleanly(): Promise<void> {
    const late = await this.stop();
    if (late.length > 0) {
      const limit = this.#stopLimitMs / 1000;
      throw new Error(`still alive ${limit} s after the stop:\n${describe(late)}`);
    }
  }

  async #readStdout(): Promise<void> {
    const lines = this.#child.stdout.pipeThrough(new TextDecoderStream())
      .pipeThrough(new TextLineStream());
    for await (const line of lines) this.stdout.push(line);
  }

  async #readStderr(): Promise<void> {
    for await (const text of this.#child.stderr.pipeThrough(new TextDecoderStream())) {
      this.#stderr += text;
    }
  }
}

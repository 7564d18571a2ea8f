/**
 * The process manager: the shells of one runtime, those of this server alive and those of earlier
 * ones as records. Starts from a reference into a shellspec, lists, reads logs, and at the end
 * leaves no process behind. What a process is for is not its business.
 */
import { join } from "@std/path";
import { type Clock, systemClock } from "./clock.ts";
import { type Launch, launchOf } from "./launch.ts";
import { type LogWindow, readWindow, type WindowRequest } from "./log_window.ts";
import type { Processes } from "./processes.ts";
import { reconcileRuntime, shellFolders } from "./reconcile.ts";
import {
  isShellId,
  type LogStream,
  newShellId,
  type ProcessName,
  type ShellRecord,
} from "./record.ts";
import { readRecord } from "./record_file.ts";
import { pruneRuntimes, pruneShells, RETENTION, type Retention } from "./retention.ts";
import { openRuntime, shellsFolder } from "./runtime.ts";
import { Shell } from "./shell.ts";
import { describeProblems } from "./spec_file.ts";
import { loadSpec, parseReference, SpecError } from "./spec_source.ts";

/** What main.ts plugs in. */
export interface ShellsOptions {
  readonly home: string;
  readonly cwd: string;
  readonly secret: string;
  readonly processes: Processes;
  /** Folders with shellspecs; the first that has a file wins. */
  readonly specs: readonly string[];
  readonly env: (name: string) => string | undefined;
  readonly log: (line: string) => void;
  /** Whether the stdout of pipes is logged, too. */
  readonly keepStdout: () => boolean;
  readonly clock?: Clock;
  readonly retention?: Retention;
}

/** A flood turns a log over again and again; then the last piece has to do. */
const TRIES_TO_READ = 5;

/** What templates of a spec stand for. */
export type Context = Readonly<Record<string, string | readonly string[]>>;

export class Shells {
  readonly runtime: string;
  readonly #options: ShellsOptions;
  readonly #clock: Clock;
  readonly #owner: ProcessName;
  readonly #own = new Map<string, Shell>();
  readonly #listeners = new Set<(record: ShellRecord) => void>();
  readonly #ending = new AbortController();

  private constructor(runtime: string, owner: ProcessName, options: ShellsOptions) {
    this.runtime = runtime;
    this.#owner = owner;
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
  }

  /** Opens the runtime: closes what a dead server left, and lets go of what is too old. */
  static async open(options: ShellsOptions): Promise<Shells> {
    const { home, cwd, secret, processes, log, clock = systemClock } = options;
    const runtime = await openRuntime(home, secret, cwd, new Date(clock.now()).toISOString());
    const all = await processes.list().catch((error) => {
      log(`cannot look at processes: ${error.message}; what an earlier server left may still run`);
      return [];
    });
    await reconcileRuntime(runtime, all, { processes, clock, log });
    const { shells, runtimes } = options.retention ?? RETENTION;
    await pruneShells(runtime, shells - 1);
    await pruneRuntimes(home, runtime, all, runtimes);
    const since = all.find(({ pid }) => pid === Deno.pid)?.since ?? null;
    return new Shells(runtime, { pid: Deno.pid, since }, options);
  }

  /** A shell after a spec, not started yet; throws a {@link SpecError} that names every mistake. */
  async define(ref: string, context: Context, label: string): Promise<Shell> {
    const reference = parseReference(ref);
    const loaded = await loadSpec(reference.file, this.#options.specs);
    const launch = (): Launch => {
      const port = lazily(freePort);
      const at = { context, env: this.#options.env, freePort: port };
      const result = launchOf(loaded, reference.shell, at);
      if (!result.ok) throw new SpecError(describeProblems(result.problems));
      if (result.launch.backend === "pipe") return result.launch;
      const problem = loaded.problemAt(
        ["shells", reference.shell, "backend"],
        "expected pipe here",
      );
      throw new SpecError(problem.message);
    };
    const id = newShellId(this.#clock.now(), randomHex);
    const folder = join(shellsFolder(this.runtime), id);
    const { processes, keepStdout, log } = this.#options;
    const shell = new Shell({ id, ref, label, folder }, launch, {
      ...{ clock: this.#clock, processes, keepStdout, log, owner: this.#owner },
      onChange: (record) => this.#listeners.forEach((listener) => listener(record)),
    });
    this.#own.set(id, shell);
    return shell;
  }

  /** Everyone of this runtime, newest first. */
  async list(): Promise<ShellRecord[]> {
    const own = this.ownRecords();
    const ids = new Set(own.map(({ shell_id }) => shell_id));
    const earlier: ShellRecord[] = [];
    for (const folder of await shellFolders(this.runtime)) {
      const read = await readRecord(folder);
      if (read.ok && !ids.has(read.record.shell_id)) earlier.push(read.record);
    }
    return [...own, ...earlier].sort((a, b) => a.shell_id < b.shell_id ? 1 : -1);
  }

  /** Those that this server has started, or tried to. */
  ownRecords(): ShellRecord[] {
    return [...this.#own.values()].map(({ record }) => record)
      .filter(({ started_at, status }) => started_at !== null || status === "failed");
  }

  /** One of this runtime, or null. */
  async get(id: string): Promise<ShellRecord | null> {
    const own = this.#own.get(id);
    if (own !== undefined) return own.record;
    if (!isShellId(id)) return null;
    const read = await readRecord(join(shellsFolder(this.runtime), id));
    return read.ok ? read.record : null;
  }

  /** The shell itself, if it is one of this server. */
  own(id: string): Shell | undefined {
    return this.#own.get(id);
  }

  /** A piece of a log, or null if there is no such shell. */
  async logs(id: string, stream: LogStream, request: WindowRequest): Promise<LogWindow | null> {
    const folder = join(shellsFolder(this.runtime), id);
    for (let tries = 1;; tries++) {
      const before = await this.get(id);
      if (before === null) return null;
      const { start } = before.logs[stream];
      const window = await readWindow(folder, stream, before.logs[stream], request);
      // Where the files were turned over while we read, what we have may be of the wrong one.
      const turned = (this.#own.get(id)?.logs[stream].place.start ?? start) !== start;
      if (!turned || tries === TRIES_TO_READ) return window;
    }
  }

  /** Aborts when all of them are about to be ended. */
  get ending(): AbortSignal {
    return this.#ending.signal;
  }

  /** Calls back at each change of a shell of this server; returns how to stop that. */
  onChange(listener: (record: ShellRecord) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Ends all of them; resolves when nothing of them is left and all is written. */
  async close(): Promise<void> {
    this.#ending.abort();
    await Promise.all([...this.#own.values()].map((shell) => shell.close()));
  }
}

function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}

function lazily<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}

function randomHex(): string {
  return crypto.getRandomValues(new Uint32Array(1))[0]!.toString(16).padStart(8, "0");
}

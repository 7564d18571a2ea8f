/**
 * The app-server as a thing that runs: start, handshake, restart, stop. Owns the current client
 * and tells about each change of status. How long to wait before a restart is told by the owner
 * of its process; what is said over the client is up to the gateway.
 */
import { isObject, type JsonObject, stringAt } from "../protocol/message.ts";
import { Client, type ClientOptions, type Listener, RPC_GONE, RpcFailure } from "./client.ts";
import type { OpenTransport, Transport, TransportEnd } from "./transport.ts";

export type RunState = "starting" | "running" | "restarting" | "failed" | "stopped";

/** What the page and `GET status` show. */
export interface AppServerStatus {
  readonly state: RunState;
  readonly pid: number | null;
  /** Such as `0.169.0`, taken from the server's own user agent. */
  readonly version: string | null;
  readonly restarts: number;
  /** Why it is not running, in one sentence; null while it is. */
  readonly problem: string | null;
  /** The last lines of its stderr, when there is a problem. */
  readonly stderr: readonly string[];
}

/** Start again after a wait, or not, and why not. */
export type RestartDecision =
  | { readonly restart: true; readonly waitMs: number }
  | { readonly restart: false; readonly reason: string };

/** What the owner plugs in. */
export interface AppServerOptions {
  readonly open: OpenTransport;
  readonly listener: Listener;
  readonly onStatus: (status: AppServerStatus) => void;
  readonly clientVersion: string;
  readonly handshakeMs?: number;
  /** Asked after each end that nobody wanted: when to start again, or why not to. */
  readonly restart: () => RestartDecision;
  readonly client?: ClientOptions;
}

const HANDSHAKE_MS = 15_000;
const LAST_WORDS_MS = 250;

export class AppServer {
  readonly #options: AppServerOptions;
  #transport: Transport | null = null;
  #client: Client | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #starting: Promise<void> | null = null;
  #waiters: ((running: boolean) => void)[] = [];
  /** What the server said to `initialize`; null before. */
  greeting: JsonObject | null = null;
  /** Grows with each process, so that others can tell what belongs to an earlier one. */
  generation = 0;
  status: AppServerStatus = {
    state: "stopped",
    pid: null,
    version: null,
    restarts: 0,
    problem: null,
    stderr: [],
  };

  constructor(options: AppServerOptions) {
    this.#options = options;
  }

  /** The client of the running server; an error that a person can read while there is none. */
  get client(): Client {
    if (this.#client !== null && this.status.state === "running") return this.#client;
    throw new Error(this.status.problem ?? `the app-server is ${this.status.state}`);
  }

  /** Starts and shakes hands; rejects with one clear sentence if that does not work. */
  start(): Promise<void> {
    if (this.#transport !== null && this.#starting === null) return Promise.resolve();
    this.#starting ??= this.#launch().finally(() => this.#starting = null);
    return this.#starting;
  }

  async #launch(): Promise<void> {
    clearTimeout(this.#timer);
    // A restart that fails is tried again, so it never counts as failed for good.
    const otherwise: RunState = this.status.state === "restarting" ? "restarting" : "failed";
    if (otherwise === "failed") this.#set({ state: "starting", problem: null });
    const transport = await this.#options.open().catch((error) => {
      this.#setUnlessStopped({ state: otherwise, problem: error.message, pid: null });
      throw error;
    });
    this.#transport = transport;
    const client = new Client(transport, this.#options.listener, this.#options.client);
    this.#client = client;
    let gone = false;
    void transport.ended.then(async (end) => {
      gone = true;
      await lastWords(client);
      this.#onEnd(transport, end);
    });
    try {
      if (this.status.state === "stopped") throw new Error("it was stopped");
      const version = await this.#handshake(client);
      if (gone) throw new RpcFailure("initialize", { code: RPC_GONE, message: "it ended" });
      this.generation++;
      this.#set({ state: "running", pid: transport.pid, version, problem: null, stderr: [] });
    } catch (error) {
      const end = await this.#dispose(transport);
      const ended = error instanceof RpcFailure && error.code === RPC_GONE;
      const what = ended ? `${end.reason} at once` : `failed to start: ${(error as Error).message}`;
      const problem = `the app-server ${what}${lastLine(end)}`;
      this.#setUnlessStopped({ state: otherwise, problem, pid: null, stderr: end.stderr });
      throw new Error(problem, { cause: error });
    }
  }

  /** Resolves with true once it runs, with false if it will not, or not in that time. */
  whenRunning(timeoutMs: number): Promise<boolean> {
    if (this.status.state === "running") return Promise.resolve(true);
    if (!isOnItsWay(this.status.state)) return Promise.resolve(false);
    return new Promise((resolve) => {
      const settle = (running: boolean) => {
        clearTimeout(timer);
        this.#waiters = this.#waiters.filter((waiter) => waiter !== settle);
        resolve(running);
      };
      const timer = setTimeout(() => settle(false), timeoutMs);
      this.#waiters.push(settle);
    });
  }

  /** Stops it for good; resolves when the process is gone. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    const transport = this.#transport;
    this.#set({ state: "stopped", pid: null, problem: "the app-server was stopped" });
    if (transport !== null) await this.#dispose(transport);
  }

  async #dispose(transport: Transport): Promise<TransportEnd> {
    if (this.#transport === transport) {
      this.#transport = null;
      this.#client = null;
    }
    return await transport.close();
  }

  async #handshake(client: Client): Promise<string | null> {
    const result = await client.request("initialize", {
      clientInfo: {
        name: "pilothouse",
        title: "Pilothouse",
        version: this.#options.clientVersion,
      },
      capabilities: { experimentalApi: true },
    }, this.#options.handshakeMs ?? HANDSHAKE_MS);
    await client.notify("initialized");
    this.greeting = isObject(result) ? result : null;
    return this.greeting === null ? null : versionOf(this.greeting);
  }

  #onEnd(transport: Transport, end: TransportEnd): void {
    // Only an end that nobody asked for: stop() and a failed handshake let go of it first.
    if (this.#transport !== transport || this.status.state !== "running") return;
    this.#transport = null;
    this.#client = null;
    const problem = `the app-server ${end.reason}${lastLine(end)}`;
    this.#set({ state: "restarting", pid: null, problem, stderr: end.stderr });
    this.#scheduleRestart();
  }

  #scheduleRestart(): void {
    const next = this.#options.restart();
    if (!next.restart) {
      const problem = `${this.status.problem}; it is not started again: ${next.reason}`;
      return this.#set({ state: "failed", problem });
    }
    this.#timer = setTimeout(() => {
      this.#set({ restarts: this.status.restarts + 1 });
      this.start().catch(() => {
        if (this.status.state === "restarting") this.#scheduleRestart();
      });
    }, next.waitMs);
  }

  #setUnlessStopped(change: Partial<AppServerStatus>): void {
    if (this.status.state !== "stopped") this.#set(change);
  }

  #set(change: Partial<AppServerStatus>): void {
    this.status = { ...this.status, ...change };
    const { state } = this.status;
    if (!isOnItsWay(state)) { for (const tell of this.#waiters) tell(state === "running"); }
    this.#options.onStatus(this.status);
  }
}

/** What it still said before its end counts; a child of it may keep the pipe open, though. */
async function lastWords(client: Client): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const enough = new Promise<void>((resolve) => timer = setTimeout(resolve, LAST_WORDS_MS));
  await Promise.race([client.drained, enough]);
  clearTimeout(timer);
  client.mute();
}

/** Whether it is worth to wait for it. */
function isOnItsWay(state: RunState): boolean {
  return state === "starting" || state === "restarting";
}

/** `codex_cli/0.169.0 (…)` → `0.169.0`. The part before the slash is our own client's name. */
function versionOf(result: JsonObject): string | null {
  return /\/(\d[\w.-]*)/.exec(stringAt(result, "userAgent") ?? "")?.[1] ?? null;
}

function lastLine(end: TransportEnd): string {
  const last = end.stderr.findLast((line) => line.trim() !== "");
  return last === undefined ? "" : `; its last words: ${last.trim().slice(0, 300)}`;
}

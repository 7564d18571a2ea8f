/**
 * The live stream of logs for one reader: of one shell, or of all of this server. Says how each
 * shell is when that changes, and sends pieces of its logs in order. Knows sockets as sinks only.
 */
import { type Clock, systemClock } from "./clock.ts";
import { LogFollower, type LogSink } from "./log_follow.ts";
import type { LogStream, ShellRecord } from "./record.ts";
import type { Shells } from "./shells.ts";

/** What a reader wants to see. */
export interface FeedQuery {
  /** Null for all shells of this server, also those that come later. */
  readonly shell: ShellRecord | null;
  readonly streams: readonly LogStream[];
  /** The offset to begin at; null for the last piece and what follows. */
  readonly after: number | null;
}

const GOING_AWAY = 1001;
const COMPLETE = 1000;

export class LogFeed {
  readonly #shells: Shells;
  readonly #sink: LogSink;
  readonly #query: FeedQuery;
  readonly #clock: Clock;
  readonly #followers = new Map<string, LogFollower>();
  readonly #onEnding = () => this.#end(GOING_AWAY, "the service ends");
  #unlisten = () => {};

  constructor(shells: Shells, sink: LogSink, query: FeedQuery, clock: Clock = systemClock) {
    this.#shells = shells;
    this.#sink = sink;
    this.#query = query;
    this.#clock = clock;
  }

  /** Sends what there is, then what comes. A shell that cannot change any more ends the stream. */
  async start(): Promise<void> {
    this.#shells.ending.addEventListener("abort", this.#onEnding);
    this.#unlisten = this.#shells.onChange((record) => void this.#tell(record));
    const { shell } = this.#query;
    const records = shell === null ? this.#shells.ownRecords() : [shell];
    await Promise.all(records.map((record) => this.#tell(record)));
    const over = shell !== null && this.#shells.own(shell.shell_id) === undefined;
    if (over) this.#end(COMPLETE, "this is the whole log");
  }

  /** The reader is gone. */
  stop(): void {
    this.#unlisten();
    this.#shells.ending.removeEventListener("abort", this.#onEnding);
    for (const follower of this.#followers.values()) follower.stop();
  }

  async #tell(record: ShellRecord): Promise<void> {
    const { shell, streams } = this.#query;
    if (shell !== null && shell.shell_id !== record.shell_id) return;
    try {
      this.#sink.send(JSON.stringify({ type: "shell", shell: record }));
    } catch {
      return this.stop();
    }
    await Promise.all(streams.map((stream) => this.#follow(record.shell_id, stream)));
  }

  async #follow(shellId: string, stream: LogStream): Promise<void> {
    const key = `${shellId} ${stream}`;
    if (this.#followers.has(key)) return;
    const source = {
      shellId,
      stream,
      read: (request: Parameters<Shells["logs"]>[2]) => this.#shells.logs(shellId, stream, request),
      live: this.#shells.own(shellId)?.logs[stream] ?? null,
    };
    const follower = new LogFollower(source, this.#sink, this.#clock, this.#query.after);
    this.#followers.set(key, follower);
    await follower.start();
  }

  #end(code: number, reason: string): void {
    this.stop();
    this.#sink.close(code, reason);
  }
}

/**
 * The server's side of one shell: ask it, type into it, watch it. Survives the cut of its line: the
 * host dials in again, and nothing that it told is told twice or lost. Knows the protocol, not who
 * uses it.
 */
import { Calls } from "./calls.ts";
import { Connection, type Socket } from "./connection.ts";
import { type Follower, Followers } from "./followers.ts";
import { encodeFrame, type Frame } from "./frames.ts";
import {
  type Attach,
  type Bye,
  type ExecResult,
  failure,
  FRAME,
  type Hello,
  PROTOCOL_VERSION,
  type Replies,
  type RequestName,
  type RequestParams,
  type ScreenView,
  type ShellEvent,
  type ShellFailure,
} from "./protocol.ts";
import { ackFrame, frameJson, jsonFrame, readOutput, readResync } from "./wire.ts";

/** Who wants to know what happens in a shell. */
export interface ShellListener {
  onEvent?(event: ShellEvent): void;
  /** The host is there (again). `missed`: some events are gone; the list of blocks has them. */
  onAttached?(missed: boolean): void;
  onDetached?(): void;
  onResized?(cols: number, rows: number): void;
  /** The shell is over. */
  onGone?(bye: Bye): void;
}

/** How a client is set up. */
export interface ClientOptions {
  /** True if every byte must get here: the shell then waits for the followers. */
  readonly durable: boolean;
}

const LOST: Bye = { reason: "failed", exit_code: null, message: "the shell's host was lost" };

/** One shell. */
export class ShellClient {
  readonly shellId: string;
  readonly conversationId: string;
  readonly #options: ClientOptions;
  readonly #calls = new Calls();
  readonly #followers = new Followers();
  readonly #listeners = new Set<ShellListener>();
  #hello: Hello;
  #connection: Connection | null = null;
  #mode: Attach["output"] = "none";
  /** How far output and events have come. */
  #output: number | null = null;
  #event: number | null = null;
  #bye: Bye | null = null;

  constructor(hello: Hello, options: ClientOptions) {
    this.shellId = hello.shell_id;
    this.conversationId = hello.conversation_id;
    this.#hello = hello;
    this.#options = options;
  }

  /** The host's process. */
  get hostPid(): number {
    return this.#hello.pid;
  }

  get attached(): boolean {
    return this.#connection !== null;
  }

  /** The last words, once the shell is over. */
  get bye(): Bye | null {
    return this.#bye;
  }

  /** Runs a command at the next empty prompt, and gives what became of it. */
  run(
    command: string,
    options: { timeoutMs?: number; origin?: string } = {},
  ): Promise<ExecResult | ShellFailure> {
    return this.request("exec", {
      command,
      timeout_ms: options.timeoutMs,
      origin: options.origin,
    });
  }

  /** Types keys. False if they could not be sent. */
  write(keys: Uint8Array | string): boolean {
    const bytes = typeof keys === "string" ? new TextEncoder().encode(keys) : keys;
    this.#connection?.send(encodeFrame(FRAME.input, bytes));
    return this.#connection !== null;
  }

  /** Gives the terminal another size; all who watch are told. */
  async resize(cols: number, rows: number): Promise<ShellFailure | null> {
    const answer = await this.request("resize", { cols, rows });
    if ("ok" in answer) return answer;
    this.#tell((listener) => listener.onResized?.(cols, rows));
    return null;
  }

  /** What is to be seen. */
  screen(): Promise<ScreenView | ShellFailure> {
    return this.request("screen", {});
  }

  /** Asks the host. */
  request<K extends RequestName>(
    method: K,
    params: RequestParams<K>,
  ): Promise<Replies[K] | ShellFailure> {
    const connection = this.#connection;
    if (this.#bye !== null) return Promise.resolve(failure("shell_gone", this.#bye.message));
    if (connection === null) {
      return Promise.resolve(failure("detached", "the shell's host is out of reach just now"));
    }
    return this.#calls.call(method, params, (request) => {
      connection.send(jsonFrame(FRAME.request, request));
    });
  }

  /** Tells what happens, from now on. Returns how to stop that. */
  subscribe(listener: ShellListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Shows the terminal: its state first, then its output. Returns how to stop that. */
  follow(follower: Follower): () => void {
    this.#followers.add(follower);
    if (this.#mode === "none") this.#attach();
    else {
      void this.request("snapshot", {}).then((answer) => {
        if (!("ok" in answer)) this.#followers.start(follower, answer);
      });
    }
    return () => {
      this.#followers.remove(follower);
      if (this.#followers.size === 0 && this.#mode === "live") this.#attach();
    };
  }

  /** Ends the shell and all below it. */
  async stop(): Promise<void> {
    await this.request("stop", {});
  }

  /** A host has dialled in; for {@link ShellHosts}. Gives the handler of its frames. */
  connected(connection: Connection, hello: Hello): void {
    this.#connection?.close();
    this.#connection = connection;
    this.#hello = hello;
    const missed = this.#event !== null && this.#event < hello.event_from - 1;
    if (this.#event === null || missed) this.#event = hello.event_to;
    this.#attach(this.#output, this.#event);
    this.#tell((listener) => listener.onAttached?.(missed));
  }

  /** The line is cut; the host may dial in again. */
  disconnected(connection: Connection): void {
    if (this.#connection !== connection) return;
    this.#connection = null;
    this.#calls.fail(failure("detached", "the line to the shell's host was cut"));
    if (this.#bye === null) this.#tell((listener) => listener.onDetached?.());
  }

  /** The shell is over, whether it said so or not. */
  gone(bye: Bye = LOST): void {
    if (this.#bye !== null) return;
    this.#bye = bye;
    this.#calls.fail(failure("shell_gone", bye.message));
    this.#tell((listener) => listener.onGone?.(bye));
  }

  /** A frame of the host. */
  frame(frame: Frame): void | Promise<void> {
    return this.#handlers[frame.type]?.(frame);
  }

  readonly #handlers: Readonly<Record<number, (frame: Frame) => void | Promise<void>>> = {
    [FRAME.output]: (frame) => this.#onOutput(frame),
    [FRAME.resync]: (frame) => {
      const resync = readResync(frame);
      this.#output = resync.offset;
      this.#followers.resync(resync);
    },
    [FRAME.event]: (frame) => {
      const event = frameJson(frame) as ShellEvent;
      if (event.seq <= (this.#event ?? 0)) return;
      this.#event = event.seq;
      this.#tell((listener) => listener.onEvent?.(event));
    },
    [FRAME.reply]: (frame) => this.#calls.answered(frameJson(frame)),
    [FRAME.bye]: (frame) => this.gone(frameJson(frame) as Bye),
  };

  #onOutput(frame: Frame): void | Promise<void> {
    const { offset, bytes } = readOutput(frame);
    this.#output = offset + bytes.length;
    const taking = this.#followers.output(bytes, offset);
    if (!this.#options.durable) return;
    const ack = () => this.#connection?.send(ackFrame(offset + bytes.length));
    if (taking === undefined) return ack();
    return taking.then(ack);
  }

  #attach(sinceOutput: number | null = null, sinceEvent: number | null = null): void {
    const live = this.#followers.size > 0 ? "live" : "none";
    this.#mode = this.#options.durable ? "durable" : live;
    const attach: Attach = {
      v: PROTOCOL_VERSION,
      output: this.#mode,
      ...(sinceOutput === null ? {} : { since_output: sinceOutput }),
      ...(sinceEvent === null ? {} : { since_event: sinceEvent }),
    };
    this.#connection?.send(jsonFrame(FRAME.attach, attach));
  }

  #tell(say: (listener: ShellListener) => void): void {
    for (const listener of [...this.#listeners]) say(listener);
  }
}

export type { Follower, Socket };

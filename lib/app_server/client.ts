/**
 * JSON-RPC over one transport: our own request ids, the pending map, time-outs, another try when
 * the server is too busy. It tells answers from requests and hands everything that is not an
 * answer to its listener, in order. What a method means is not its business.
 */
import { type Json, type Message, type RequestId, type RpcError } from "../protocol/message.ts";
import type { Line } from "../protocol/lines.ts";
import { MessageReader } from "../protocol/reader.ts";
import type { Transport, TransportEnd } from "./transport.ts";

/** The app-server answered with an error, did not answer in time, or is gone. */
export class RpcFailure extends Error {
  override name = "RpcFailure";
  readonly code: number;
  constructor(method: string, error: RpcError) {
    super(`${method}: ${error.message}`);
    this.code = error.code;
  }
}

/** Our own codes, outside of the range that JSON-RPC reserves. */
export const RPC_TIMEOUT = -33001;
export const RPC_GONE = -33002;
export const RPC_TOO_LONG = -33003;
/** The server's own code for "too busy, ask again". */
export const RPC_OVERLOADED = -32001;

/** Gets every message that is not an answer to us, in the order of the pipe. */
export type Listener = (message: Exclude<Message, { kind: "response" }>) => void;

/** Sees every line of the pipe as it is: `out` is the server's, `in` is ours. */
export type Tap = (direction: "in" | "out", line: string) => void;

/** What a test or the owner may plug in; all of it has a sensible default. */
export interface ClientOptions {
  readonly tap?: Tap;
  /** Asked after each line: null to read on, or a promise to wait for while nobody has room. */
  readonly room?: () => Promise<void> | null;
  /** Told what was lost: a line over the cap, or one at which the listener threw. */
  readonly onFault?: (error: unknown) => void;
  readonly wait?: (ms: number) => Promise<void>;
  /** From 0 up to 1, as Math.random gives it. */
  readonly random?: () => number;
}

interface Pending {
  readonly method: string;
  readonly resolve: (result: Json) => void;
  readonly reject: (error: Error) => void;
  readonly timer: ReturnType<typeof setTimeout>;
}

const DEFAULT_TIMEOUT_MS = 30_000;
/** Waits before another try at a busy server; after the last one its refusal is final. */
const BUSY_WAITS_MS = [50, 100, 200, 400, 800] as const;

export class Client {
  readonly #transport: Transport;
  #listener: Listener;
  readonly #pending = new Map<RequestId, Pending>();
  readonly #options: ClientOptions;
  /** Resolves when all that the server said has been told. */
  readonly drained: Promise<void>;
  #nextId = 1;

  constructor(transport: Transport, listener: Listener, options: ClientOptions = {}) {
    this.#transport = transport;
    this.#listener = listener;
    this.#options = options;
    this.drained = this.#read()
      .catch((error) => this.#fail({ reason: `cannot be read: ${error.message}` }));
    void transport.ended.then((end) => this.#fail(end));
  }

  /** The listener hears nothing more: what comes is of the past. */
  mute(): void {
    this.#listener = () => {};
  }

  /** How many requests wait for their answer. */
  get waiting(): number {
    return this.#pending.size;
  }

  /**
   * Sends a request and waits for its answer. codex drops malformed ones silently: hence a limit,
   * for each try. Who sends the next one only after the answer keeps its order.
   */
  async request(method: string, params: unknown, timeoutMs = DEFAULT_TIMEOUT_MS): Promise<Json> {
    const { wait = delay, random = Math.random } = this.#options;
    for (const pause of BUSY_WAITS_MS) {
      try {
        return await this.#ask(method, params, timeoutMs);
      } catch (error) {
        if (!(error instanceof RpcFailure) || error.code !== RPC_OVERLOADED) throw error;
        // Jitter: several that were refused together must not come back together.
        await wait(pause * (0.5 + random()));
      }
    }
    return await this.#ask(method, params, timeoutMs);
  }

  #ask(method: string, params: unknown, timeoutMs: number): Promise<Json> {
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        this.#pending.delete(id);
        const message = `no answer within ${timeoutMs / 1000} s`;
        reject(new RpcFailure(method, { code: RPC_TIMEOUT, message }));
      };
      this.#pending.set(id, { method, resolve, reject, timer: setTimeout(giveUp, timeoutMs) });
      this.#send({ method, id, params }).catch((error) => {
        this.#settle(id)?.reject(
          new RpcFailure(method, { code: RPC_GONE, message: `not sent: ${error.message}` }),
        );
      });
    });
  }

  /** Sends a notification. */
  notify(method: string, params?: unknown): Promise<void> {
    return this.#send(params === undefined ? { method } : { method, params });
  }

  /** Answers a request of the server. */
  respond(id: RequestId, result: unknown): Promise<void> {
    return this.#send({ id, result });
  }

  /** Refuses a request of the server. */
  refuse(id: RequestId, error: RpcError): Promise<void> {
    return this.#send({ id, error });
  }

  #send(message: Record<string, unknown>): Promise<void> {
    const line = JSON.stringify(message);
    this.#options.tap?.("in", line);
    return this.#transport.send(line);
  }

  async #read(): Promise<void> {
    const reader = new MessageReader();
    for await (const line of this.#transport.lines()) {
      if (line.kind === "line") this.#options.tap?.("out", line.text);
      else this.#drop(line);
      const message = reader.read(line);
      if (message.kind !== "response") this.#tell(message);
      else this.#answer(message.id, message.result, message.error);
      const room = this.#options.room?.() ?? null;
      if (room !== null) await room;
    }
  }

  /** A line over the cap: whoever waits for what was in it need not wait any longer. */
  #drop({ bytes, head }: Extract<Line, { kind: "too_long" }>): void {
    const id = /^\s*\{\s*"id"\s*:\s*(\d+)\s*,\s*"(?:result|error)"/.exec(head)?.[1];
    const message = `its answer of ${bytes} bytes is too long`;
    const pending = id === undefined ? undefined : this.#settle(Number(id));
    pending?.reject(new RpcFailure(pending.method, { code: RPC_TOO_LONG, message }));
    this.#options.onFault?.(
      new Error(`a line of ${bytes} bytes is too long: ${head.slice(0, 80)}`),
    );
  }

  #tell(message: Parameters<Listener>[0]): void {
    try {
      this.#listener(message);
    } catch (error) {
      this.#options.onFault?.(error);
    }
  }

  #answer(id: RequestId, result: Json, error: RpcError | null): void {
    const pending = this.#settle(id);
    if (pending === undefined) return; // It came after we gave up.
    if (error === null) pending.resolve(result);
    else pending.reject(new RpcFailure(pending.method, error));
  }

  #settle(id: RequestId): Pending | undefined {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    if (pending !== undefined) clearTimeout(pending.timer);
    return pending;
  }

  #fail(end: Pick<TransportEnd, "reason">): void {
    for (const id of [...this.#pending.keys()]) {
      const pending = this.#settle(id)!;
      const message = `the app-server ${end.reason}`;
      pending.reject(new RpcFailure(pending.method, { code: RPC_GONE, message }));
    }
  }
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

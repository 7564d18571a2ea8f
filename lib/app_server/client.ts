/**
 * JSON-RPC over one transport: our own request ids, the pending map, time-outs. It tells answers
 * from requests and hands everything that is not an answer to its listener, in order. What a
 * method means is not its business.
 */
import {
  type Json,
  type Message,
  parseMessage,
  type RequestId,
  type RpcError,
} from "../protocol/message.ts";
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

/** Gets every message that is not an answer to us, in the order of the pipe. */
export type Listener = (message: Exclude<Message, { kind: "response" }>) => void;

interface Pending {
  readonly method: string;
  readonly resolve: (result: Json) => void;
  readonly reject: (error: Error) => void;
  readonly timer: ReturnType<typeof setTimeout>;
}

const DEFAULT_TIMEOUT_MS = 30_000;

export class Client {
  readonly #transport: Transport;
  readonly #listener: Listener;
  readonly #pending = new Map<RequestId, Pending>();
  #nextId = 1;

  constructor(transport: Transport, listener: Listener) {
    this.#transport = transport;
    this.#listener = listener;
    void this.#read();
    void transport.ended.then((end) => this.#fail(end));
  }

  /** Sends a request and waits for its answer. codex drops malformed ones silently: hence a limit. */
  request(method: string, params: unknown, timeoutMs = DEFAULT_TIMEOUT_MS): Promise<Json> {
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
    return this.#transport.send(JSON.stringify(message));
  }

  async #read(): Promise<void> {
    for await (const line of this.#transport.lines()) {
      if (line.kind === "too_long") {
        const reason = `a line of ${line.bytes} bytes was dropped`;
        this.#listener({ kind: "junk", reason, head: line.head });
        continue;
      }
      const message = parseMessage(line.text);
      if (message.kind !== "response") this.#listener(message);
      else this.#answer(message.id, message.result, message.error);
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

  #fail(end: TransportEnd): void {
    for (const id of [...this.#pending.keys()]) {
      const pending = this.#settle(id)!;
      const message = `the app-server ${end.reason}`;
      pending.reject(new RpcFailure(pending.method, { code: RPC_GONE, message }));
    }
  }
}

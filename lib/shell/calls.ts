/**
 * Requests on their way: numbers them, keeps who waits, and lets nobody wait for ever. Knows the
 * shapes of requests and answers, not the socket.
 */
import {
  failure,
  type Replies,
  type RequestName,
  type RequestParams,
  type ShellFailure,
} from "./protocol.ts";

/** A request as it goes out. */
export interface OutgoingRequest {
  readonly id: number;
  readonly method: RequestName;
  readonly params: unknown;
}

interface Waiting {
  readonly resolve: (answer: unknown) => void;
  readonly timer: ReturnType<typeof setTimeout>;
}

/** What the host itself needs beyond a time-out that it was given. */
const ANSWER_MS = 15_000;

/** The requests of one client. */
export class Calls {
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;

  /** Makes a request and hands it to `send`; resolves with the answer or a failure. */
  call<K extends RequestName>(
    method: K,
    params: RequestParams<K>,
    send: (request: OutgoingRequest) => void,
  ): Promise<Replies[K] | ShellFailure> {
    this.#lastId += 1;
    const id = this.#lastId;
    const given = "timeout_ms" in params ? Number(params.timeout_ms ?? 60_000) : 0;
    return new Promise((resolve) => {
      const timer = setTimeout(
        () => this.#settle(id, failure("no_answer", `the shell's host did not answer ${method}`)),
        given + ANSWER_MS,
      );
      this.#waiting.set(id, { resolve: resolve as Waiting["resolve"], timer });
      send({ id, method, params });
    });
  }

  /** An answer has come. */
  answered(value: unknown): void {
    const reply = value as { id?: unknown; ok?: unknown; value?: unknown };
    if (typeof reply !== "object" || reply === null || typeof reply.id !== "number") return;
    const { id, ...rest } = reply;
    this.#settle(id, reply.ok === true ? reply.value : rest);
  }

  /** No answer will come any more. */
  fail(reason: ShellFailure): void {
    for (const id of [...this.#waiting.keys()]) this.#settle(id, reason);
  }

  #settle(id: number, answer: unknown): void {
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return;
    this.#waiting.delete(id);
    clearTimeout(waiting.timer);
    waiting.resolve(answer);
  }
}

/**
 * The agent's end of the pipe: requests, replies and notifications in the app-server's spelling
 * (JSON-RPC without the `jsonrpc` key), written in the order in which they were handed over.
 * Knows no method by name.
 */
import type { DemoIo } from "./io.ts";

/** Anything with string keys; params and results are passed on, not understood, here. */
export type Fields = Record<string, unknown>;

/** A client's request id: the real server takes integers and strings and drops everything else. */
export type RequestId = number | string;

/** An error as it goes over the wire. */
export interface WireError {
  readonly code: number;
  readonly message: string;
  readonly data?: Fields;
}

/** The client's answer to a request of ours. */
export type Answer = { readonly result: unknown } | { readonly error: unknown };

/** What a line from the client was. */
export type Incoming =
  | { kind: "request"; id: RequestId; method: string; params: Fields | undefined }
  | { kind: "notification"; method: string }
  | { kind: "answer"; id: number; answer: Answer }
  | { kind: "rejected"; reason: string };

/** -32600, the code the real server uses for nearly everything. */
export function invalidRequest(message: string): WireError {
  return { code: -32600, message };
}

/** Reads one line. A line the real server would drop is `rejected`, with the reason for stderr. */
export function parseLine(text: string): Incoming {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { kind: "rejected", reason: `not JSON: ${(error as Error).message}` };
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return { kind: "rejected", reason: "not an object" };
  }
  const { id, method, params, ...rest } = value as Fields;
  if (typeof method === "string") {
    if (id === undefined) return { kind: "notification", method };
    if (!isRequestId(id)) return { kind: "rejected", reason: "id is no integer and no string" };
    return { kind: "request", id, method, params: isFields(params) ? params : undefined };
  }
  if (typeof id === "number" && ("result" in rest || "error" in rest)) {
    const answer = "error" in rest ? { error: rest.error } : { result: rest.result };
    return { kind: "answer", id, answer };
  }
  return { kind: "rejected", reason: "neither a request nor an answer" };
}

/** Says whether a value is a plain object. */
export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isRequestId(value: unknown): value is RequestId {
  return typeof value === "string" || Number.isSafeInteger(value);
}

/** Writes to the client and matches its answers to our requests. */
export class Wire {
  readonly #io: DemoIo;
  readonly #onBroken: () => void;
  readonly #muted = new Set<string>();
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #tail: Promise<void> = Promise.resolve();
  #nextId = 0;

  /** `onBroken` is called when nobody reads any more. */
  constructor(io: DemoIo, onBroken: () => void) {
    this.#io = io;
    this.#onBroken = onBroken;
  }

  /** The client asked not to be sent these notifications. */
  mute(methods: Iterable<string>): void {
    for (const method of methods) this.#muted.add(method);
  }

  reply(id: RequestId, result: Fields): Promise<void> {
    return this.#send({ id, result });
  }

  fail(id: RequestId, error: WireError): Promise<void> {
    return this.#send({ error, id });
  }

  notify(method: string, params: Fields): Promise<void> {
    if (this.#muted.has(method)) return this.#tail;
    return this.#send({ method, params, emittedAtMs: this.#io.now() });
  }

  /** Asks the client something. Ids count from 0, as in the real server, and collide with its own. */
  request(method: string, params: Fields): { id: number; answer: Promise<Answer> } {
    const id = this.#nextId++;
    const answer = new Promise<Answer>((resolve) => this.#waiting.set(id, resolve));
    this.#send({ method, id, params });
    return { id, answer };
  }

  /** Takes the client's answer; one that nobody waits for is ignored, like by the real server. */
  settle(id: number, answer: Answer): void {
    this.#waiting.get(id)?.(answer);
    this.#waiting.delete(id);
  }

  #send(message: Fields): Promise<void> {
    const line = JSON.stringify(message);
    this.#tail = this.#tail.then(() => this.#io.write(line)).catch(this.#onBroken);
    return this.#tail;
  }
}

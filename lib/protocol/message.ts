/**
 * One line of the app-server's JSON-RPC in, one message out. Owns the telling apart of requests,
 * responses and notifications. It never throws and knows no method by name.
 */

/** Ids on this wire are integers or strings; codex counts its own requests from 0. */
export type RequestId = number | string;

/** Anything that JSON can carry, as read from outside: look before you use it. */
export type Json = null | boolean | number | string | Json[] | JsonObject;
/** A JSON object as read from outside. */
export interface JsonObject {
  [key: string]: Json | undefined;
}

/** A request that the server makes of us, such as an approval. */
export interface ServerRequest {
  readonly kind: "request";
  readonly id: RequestId;
  readonly method: string;
  readonly params: JsonObject;
}

/** A notification: no answer is expected. */
export interface Notification {
  readonly kind: "notification";
  readonly method: string;
  readonly params: JsonObject;
  /** When the server sent it, if it says so. */
  readonly emittedAtMs: number | null;
}

/** The error half of a JSON-RPC answer. */
export interface RpcError {
  readonly code: number;
  readonly message: string;
}

/** The answer to one of our requests. */
export interface RpcResponse {
  readonly kind: "response";
  readonly id: RequestId;
  readonly result: Json;
  readonly error: RpcError | null;
}

/** A line that is none of the above; kept short, for the log. */
export interface Junk {
  readonly kind: "junk";
  readonly reason: string;
  readonly head: string;
}

export type Message = ServerRequest | Notification | RpcResponse | Junk;

const HEAD_CHARACTERS = 200;

/** Reads one line of JSON. */
export function parseMessage(line: string): Message {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return junk(line.trim() === "" ? "empty line" : "not JSON", line);
  }
  return isObject(value) ? messageOf(value, line) : junk("not a JSON object", line);
}

/** What an object of the wire is. One with `method` and `id` is a request: ids of both collide. */
export function messageOf(value: JsonObject, line: string): Message {
  const { id, method, params } = value;
  const hasId = typeof id === "number" || typeof id === "string";
  if (typeof method === "string") {
    const body = isObject(params) ? params : {};
    if (hasId) return { kind: "request", id, method, params: body };
    const at = value.emittedAtMs;
    return {
      kind: "notification",
      method,
      params: body,
      emittedAtMs: typeof at === "number" && Number.isFinite(at) ? at : null,
    };
  }
  if (hasId && ("result" in value || "error" in value)) {
    return { kind: "response", id, result: value.result ?? null, error: errorOf(value.error) };
  }
  return junk("neither request, response nor notification", line);
}

/** True for a plain JSON object: not null, not an array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The object under `key`, or an empty one: for reading nested fields without throwing. */
export function objectAt(value: JsonObject, key: string): JsonObject {
  const inner = value[key];
  return isObject(inner) ? inner : {};
}

/** The string under `key`, or null. */
export function stringAt(value: JsonObject, key: string): string | null {
  const inner = value[key];
  return typeof inner === "string" ? inner : null;
}

/** The finite number under `key`, or null. */
export function numberAt(value: JsonObject, key: string): number | null {
  const inner = value[key];
  return typeof inner === "number" && Number.isFinite(inner) ? inner : null;
}

/** The array under `key`, or an empty one. */
export function arrayAt(value: JsonObject, key: string): Json[] {
  const inner = value[key];
  return Array.isArray(inner) ? inner : [];
}

function errorOf(error: Json | undefined): RpcError | null {
  if (error === undefined || error === null) return null;
  if (!isObject(error)) return { code: -32603, message: String(error) };
  return {
    code: numberAt(error, "code") ?? -32603,
    message: stringAt(error, "message") ?? "the app-server gave no reason",
  };
}

/** A line that is no message, with its beginning. */
export function junk(reason: string, line: string): Junk {
  return { kind: "junk", reason, head: line.slice(0, HEAD_CHARACTERS) };
}

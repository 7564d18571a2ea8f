/**
 * From a broker's message to the JSON that the door takes. Fills in what the broker knows (id, thread,
 * time) where the producer left it out, the same at every redelivery, and changes nothing else;
 * whether the event is valid is for the door to say. Pure.
 */
import type { BrokerMessage } from "./broker.ts";

export type ReadMessage =
  | { readonly ok: true; readonly event: Record<string, unknown>; readonly bytes: number }
  | { readonly ok: false; readonly reason: string };

/** The door's own cap, kept here so that one message cannot spoil a batch. */
const MAX_BYTES = 64 * 1024;

/** What of a message is read. */
export type Readable = Pick<BrokerMessage, "id" | "thread" | "timeMs" | "data">;

export function readMessage(message: Readable): ReadMessage {
  const { data } = message;
  if (data.length > MAX_BYTES) return no(`it is larger than ${MAX_BYTES} bytes`);
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(data));
  } catch {
    return no("it is not JSON");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return no("it is not a JSON object");
  }
  const event = value as Record<string, unknown>;
  const cloud = "specversion" in event;
  return {
    ok: true,
    bytes: data.length,
    event: cloud ? cloudEvent(event, message) : ownEvent(event, message),
  };
}

/** A CloudEvent has an id by its own rules; the thread is an extension attribute of it. */
function cloudEvent(event: Record<string, unknown>, { thread, timeMs }: Readable) {
  return {
    time: new Date(timeMs).toISOString(),
    ...(thread === null ? {} : { threadid: thread }),
    ...event,
  };
}

function ownEvent(event: Record<string, unknown>, { id, thread, timeMs }: Readable) {
  const routing = event["routing"] ?? {};
  const place = thread === null || typeof routing !== "object" ? {} : { thread_id: thread };
  return {
    event_id: id,
    time_unix_ms: timeMs,
    ...event,
    routing: typeof routing === "object" ? { ...place, ...routing } : routing,
  };
}

function no(reason: string): ReadMessage {
  return { ok: false, reason };
}

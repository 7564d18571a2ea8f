/**
 * From what came through a door to an event: size, JSON, bounds, CloudEvents, schema, in this order.
 * Every door calls this and nothing else, so that all give the same verdict. Pure: never throws,
 * knows no door by name.
 */
import type { z } from "zod";
import { cleanJson } from "./clean_json.ts";
import { fromStructured, isCloudEvent } from "./cloud_event.ts";
import { MAX_EVENT_BYTES } from "./limits.ts";
import { type ExternalEvent, externalEvent } from "./schema.ts";

/** Why an event was not taken; the codes are a contract with producers. */
export interface Rejection {
  readonly ok: false;
  readonly code: RejectionCode;
  readonly message: string;
  /** As far as it could be read. */
  readonly event_id?: string;
  /** Of a duplicate: it is the very same event, so nothing is lost. */
  readonly same_body?: boolean;
}
export type RejectionCode =
  | "invalid_event"
  | "unauthorized"
  | "unknown_thread"
  | "duplicate_event"
  | "too_large"
  | "rate_limited"
  | "not_stored";

export type ParsedEvent = { readonly ok: true; readonly event: ExternalEvent } | Rejection;

/** What a door knows beside the event. */
export interface ParseContext {
  /** The thread of a per-thread door: routing may be left out, and must not name another. */
  readonly threadId?: string | undefined;
  readonly nowMs: number;
}

/** The source of an event that names none. */
export const DEFAULT_SOURCE = "local";

/** Reads the JSON text of one event. */
export function parseEventText(text: string, context: ParseContext): ParsedEvent {
  if (tooLong(text)) return tooLarge();
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return rejected("invalid_event", "it is not JSON");
  }
  return checkEvent(value, context);
}

/** Reads an event that is parsed already; its size is counted as that of its JSON. */
export function parseEventValue(value: unknown, context: ParseContext): ParsedEvent {
  // Bounded first: to write a very deep nest as JSON would exhaust the stack.
  const bounded = cleanJson(value);
  if (!bounded.ok) return rejected("invalid_event", bounded.message);
  return tooLong(JSON.stringify(value) ?? "") ? tooLarge() : checkEvent(value, context);
}

export function tooLarge(): Rejection {
  return rejected("too_large", `it is larger than ${MAX_EVENT_BYTES} bytes`);
}

export function rejected(code: RejectionCode, message: string, event_id?: string): Rejection {
  return { ok: false, code, message, ...(event_id === undefined ? {} : { event_id }) };
}

function checkEvent(value: unknown, context: ParseContext): ParsedEvent {
  if (!isObject(value)) return rejected("invalid_event", "it is not a JSON object");
  const envelope = isCloudEvent(value) ? fromStructured(value, context.nowMs) : value;
  const cleaned = cleanJson(envelope);
  if (!cleaned.ok) return rejected("invalid_event", cleaned.message, idOf(value));
  return checkEnvelope(cleaned.value as Record<string, unknown>, context);
}

function checkEnvelope(raw: Record<string, unknown>, { threadId }: ParseContext): ParsedEvent {
  const parsed = externalEvent.safeParse({
    ...raw,
    source: raw["source"] ?? { name: DEFAULT_SOURCE },
    routing: routingOf(raw["routing"], threadId),
  });
  if (!parsed.success) return rejected("invalid_event", complaint(parsed.error), idOf(raw));
  const { routing, event_id } = parsed.data;
  if (threadId !== undefined && routing.thread_id !== threadId) {
    return rejected("invalid_event", "routing.thread_id names another thread", event_id);
  }
  return { ok: true, event: parsed.data };
}

function routingOf(routing: unknown, threadId: string | undefined): unknown {
  if (routing === undefined || routing === null) return { thread_id: threadId };
  return isObject(routing) ? { ...routing, thread_id: routing["thread_id"] ?? threadId } : routing;
}

/** The first thing that is wrong: where, what, and what it should be. */
function complaint(error: z.ZodError): string {
  const issue = error.issues[0];
  if (issue === undefined) return "it is not a valid event";
  const where = issue.path.join(".");
  if (where === "routing.thread_id" && issue.code === "invalid_type") {
    return "routing.thread_id is missing: say which thread the event is for";
  }
  return `${where || "the event"}: ${issue.message}`.slice(0, 300);
}

function idOf(value: Record<string, unknown>): string | undefined {
  const id = value["event_id"] ?? value["id"];
  return typeof id === "string" && /^[\x21-\x7e]{1,200}$/.test(id) ? id : undefined;
}

/** Bytes of UTF-8 are at most three per UTF-16 unit: most texts need no encoding to be judged. */
function tooLong(text: string): boolean {
  if (text.length * 3 <= MAX_EVENT_BYTES) return false;
  return text.length > MAX_EVENT_BYTES || new TextEncoder().encode(text).length > MAX_EVENT_BYTES;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

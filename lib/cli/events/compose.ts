/**
 * An event from a command's flags, checked as every door would check it. The id and the time are made
 * here where they are not given, so that a second try sends the very same event.
 */
import { DEFAULT_SOURCE, parseEventText } from "../../events/parse_event.ts";
import type { ExternalEvent } from "../../events/schema.ts";
import type { FlagSpec } from "../command.ts";
import { eventFlags, withFlags } from "./event_flags.ts";
import { type EventsCall, type Failure, failure, textFlag } from "./events_command.ts";

/** The flags of commands that take an event. */
export const COMPOSE_FLAGS: readonly FlagSpec[] = [
  ...eventFlags(),
  {
    name: "event-json",
    placeholder: "<json|->",
    summary: "The whole event as JSON, or - to read it from stdin; other flags add to it",
  },
];

/** `sent` is what goes through the door; `event` is what a door makes of it. */
export type Composed =
  | { readonly ok: true; readonly sent: Record<string, unknown>; readonly event: ExternalEvent }
  | Failure;

/** Longer input cannot be an event. */
const MOST_INPUT = 1024 * 1024;

export async function compose(call: EventsCall, threadId: string): Promise<Composed> {
  const given = await givenEvent(call);
  if ("ok" in given) return given;
  const filled = withFlags(given.event, call.flags);
  if (!filled.ok) return filled;
  const { event } = filled;
  const missing = isCloud(event) ? undefined : ["type", "title"].find((key) => !event[key]);
  if (missing !== undefined) return failure("usage", `the event has no ${missing}: --${missing}`);
  const sent = isCloud(event) ? event : {
    schema_version: 1,
    event_id: `evt_${crypto.randomUUID()}`,
    time_unix_ms: call.now(),
    severity: "info",
    summary: "",
    ...event,
    ...(isObject(event["source"]) ? { source: { name: DEFAULT_SOURCE, ...event["source"] } } : {}),
  };
  const parsed = parseEventText(JSON.stringify(sent), { threadId, nowMs: call.now() });
  return parsed.ok ? { ok: true, sent, event: parsed.event } : {
    ...parsed,
    message: `the event is not valid: ${parsed.message}`,
  };
}

async function givenEvent(
  call: EventsCall,
): Promise<{ readonly event: Record<string, unknown> } | Failure> {
  const text = textFlag(call, "event-json");
  if (text === undefined) return { event: {} };
  const json = text === "-" ? await readInput() : text;
  if (json === null) return failure("too_large", "what came on stdin is too large for an event");
  try {
    const event = JSON.parse(json);
    if (isObject(event)) return { event };
    return failure("usage", "--event-json is not a JSON object");
  } catch {
    return failure("usage", "--event-json is not JSON");
  }
}

async function readInput(): Promise<string | null> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of Deno.stdin.readable) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > MOST_INPUT) return null;
  }
  return text;
}

function isCloud(event: Record<string, unknown>): boolean {
  return typeof event["specversion"] === "string";
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

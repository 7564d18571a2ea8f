/**
 * `/v1/events` in the words of OpenAPI 3.1: paths and shapes, made from the schema that checks events.
 * Pure. The rest of the document is put around it elsewhere.
 */
import { MAX_BATCH_EVENTS } from "./limits.ts";
import { DELIVERY_MODES, SEVERITIES } from "./modes.ts";
import { EVENT_STATES } from "./progress.ts";
import { eventJsonSchema } from "./schema.ts";

type Json = Readonly<Record<string, unknown>>;

const TEXT = { type: "string" } as const;
const WHOLE = { type: "integer" } as const;
const YES_NO = { type: "boolean" } as const;
const TEXT_OR_NULL = { type: ["string", "null"] } as const;
const STATE = { enum: [...EVENT_STATES] } as const;
const MODE = { enum: [...DELIVERY_MODES] } as const;

/** An object with these fields, all of them there but those whose name ends with `?`. */
export function shape(fields: Readonly<Record<string, unknown>>): Json {
  const named = Object.entries(fields).map(([name, schema]) => [name.replace(/\?$/, ""), schema]);
  const required = Object.keys(fields).filter((name) => !name.endsWith("?"));
  return { type: "object", required, properties: Object.fromEntries(named) };
}

export const json = (schema: unknown) => ({ content: { "application/json": { schema } } });
export const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
export const query = (name: string, description: string, schema: unknown = TEXT) => ({
  ...{ name, in: "query", description, schema },
});

const REFUSALS: Readonly<Record<string, string>> = {
  400: "invalid_event, invalid_body or invalid_query",
  401: "unauthorized",
  403: "forbidden: not from this machine",
  404: "unknown_thread or unknown_event",
  409: "duplicate_event or under_way",
  413: "too_large",
  429: "rate_limited, with Retry-After",
  503: "not_stored: nothing was kept, send it again",
};

/** Answers by status, with those refusals that a call can give. */
export function answers(
  good: Readonly<Record<string, readonly [description: string, schema: unknown]>>,
  refusals: readonly number[] = [400, 401, 403, 404, 409, 413, 429, 503],
): Json {
  const fine = Object.entries(good)
    .map(([status, [description, schema]]) => [status, { description, ...json(schema) }]);
  const refused = refusals.map((status) => [
    String(status),
    { description: REFUSALS[status] ?? "refused", ...json(ref("Refusal")) },
  ]);
  return Object.fromEntries([...fine, ...refused]);
}

/** The shapes of events and of what is told about them. */
export function eventSchemas(): Json {
  const { $schema: _, ...event } = eventJsonSchema();
  return { ExternalEvent: event, ...SHAPES };
}

const SHAPES = {
  Accepted: shape({
    ...{ ok: { const: true }, event_id: TEXT, state: STATE, seq: WHOLE },
    delivered: shape({ thread_id: TEXT, mode: MODE }),
    "duplicate?": YES_NO,
  }),
  Refusal: shape({
    ...{ ok: { const: false }, code: TEXT, message: TEXT },
    ...{ "event_id?": TEXT, "same_body?": YES_NO, "retry_after_s?": WHOLE },
  }),
  Receipt: shape({
    ...{ event_id: TEXT, thread_id: TEXT, seq: WHOLE, state: STATE, mode: MODE },
    ...{ turn_id: TEXT_OR_NULL, reason: TEXT_OR_NULL, unread: YES_NO },
    ...{ state_unix_ms: WHOLE, accepted_unix_ms: WHOLE, "request_id?": TEXT },
    door: { enum: ["http", "socket", "inbox", "drop", "agent"] },
    trust: shape({
      ...{ origin: { enum: ["local", "network", "queue"] }, authenticated: YES_NO },
      ...{ provenance: TEXT, label: TEXT, "token?": TEXT, treat_as_instruction: { const: false } },
    }),
    history: { type: "array", items: shape({ state: STATE, unix_ms: WHOLE }) },
    event: { type: "object", description: "As it was kept: cleaned and complete" },
  }),
  BatchAnswer: shape({
    ok: YES_NO,
    results: {
      type: "array",
      items: { oneOf: [ref("Accepted"), ref("Refusal")], properties: { status: WHOLE } },
    },
  }),
  List: shape({
    ...{ ok: { const: true }, thread_id: TEXT, unread: WHOLE, last_seq: WHOLE },
    events: { type: "array", items: ref("Receipt") },
  }),
  Preview: shape({
    ...{ ok: { const: true }, event_id: TEXT },
    decision: shape({ mode: MODE, reasons: { type: "array", items: TEXT } }),
    trust: { type: "object" },
    model_visible: shape({ text: TEXT_OR_NULL, message: TEXT_OR_NULL }),
  }),
  AckRequest: shape({
    ...{ thread_id: TEXT, "event_id?": TEXT, "source?": TEXT },
    "event_ids?": { type: "array", items: TEXT, maxItems: 500 },
  }),
  AckAnswer: shape({
    ok: { const: true },
    results: { type: "array", items: shape({ event_id: TEXT, ok: YES_NO, state: TEXT_OR_NULL }) },
  }),
  Severity: { enum: [...SEVERITIES] },
} as const;

const THREAD = query("thread", "The thread; then an event may leave its routing out");
const EVENT = { required: true, ...json(ref("ExternalEvent")) };

/** The paths below `/v1` that concern events. */
export const EVENT_PATHS: Json = {
  "/v1/events": {
    post: {
      operationId: "sendEvent",
      summary: "Send one event, in our form or as a CloudEvent",
      parameters: [THREAD],
      requestBody: EVENT,
      responses: answers({ 202: ["It is on disk", ref("Accepted")] }),
    },
    get: {
      operationId: "listEvents",
      summary: "Events of a thread, the newest first",
      parameters: [
        { ...THREAD, required: true },
        query("state", "States, with commas between them"),
        query("limit", "At most 500; 50 unless given", { type: "integer", maximum: 500 }),
        query("after", "Only events with a larger seq", WHOLE),
      ],
      responses: answers({ 200: ["The events", ref("List")] }, [400, 401, 403, 404]),
    },
  },
  "/v1/events:batch": {
    post: {
      operationId: "sendEvents",
      summary: "Send many events; each has a result of its own",
      parameters: [THREAD],
      requestBody: {
        required: true,
        ...json({ type: "array", maxItems: MAX_BATCH_EVENTS, items: ref("ExternalEvent") }),
      },
      responses: answers({
        202: ["All were taken", ref("BatchAnswer")],
        207: ["Not all were taken", ref("BatchAnswer")],
      }, [400, 401, 403, 413]),
    },
  },
  "/v1/events:preview": {
    post: {
      operationId: "previewEvent",
      summary: "What would become of an event, and the exact text that the model would see",
      parameters: [THREAD],
      requestBody: EVENT,
      responses: answers({ 200: ["The decision", ref("Preview")] }, [400, 401, 403, 404, 413]),
    },
  },
  "/v1/events:ack": {
    post: {
      operationId: "ackEvents",
      summary: "Acknowledge events: seen to, and not to be told to the model any more",
      requestBody: { required: true, ...json(ref("AckRequest")) },
      responses: answers({ 200: ["Acknowledged", ref("AckAnswer")] }, [400, 401, 403, 404, 409]),
    },
  },
  "/v1/events/{id}": {
    get: {
      operationId: "eventReceipt",
      summary: "The receipt of an event, at once or when a state is reached",
      parameters: [
        { name: "id", in: "path", required: true, schema: TEXT },
        { ...THREAD, required: true },
        query("source", "Where two sources use the same id"),
        query("wait", "A state to wait for", STATE),
        query("timeout_s", "At most 25", { type: "number" }),
      ],
      responses: answers({ 200: ["The receipt", ref("Receipt")] }, [400, 401, 403, 404]),
    },
  },
  "/v1/externalEvent/publish": {
    post: {
      operationId: "externalEventPublish",
      summary: "The call of the protocol's extension: send one event",
      requestBody: {
        required: true,
        ...json(shape({ threadId: TEXT, event: ref("ExternalEvent") })),
      },
      responses: answers({ 202: ["It is on disk", ref("Accepted")] }),
    },
  },
  "/v1/externalEvent/list": {
    post: {
      operationId: "externalEventList",
      summary: "The call of the protocol's extension: events of a thread",
      requestBody: { required: true, ...json(shape({ threadId: TEXT, "limit?": WHOLE })) },
      responses: answers({ 200: ["The events", ref("List")] }, [400, 401, 403, 404]),
    },
  },
  "/v1/externalEvent/ack": {
    post: {
      operationId: "externalEventAck",
      summary: "The call of the protocol's extension: acknowledge events",
      requestBody: { required: true, ...json(shape({ threadId: TEXT, eventId: TEXT })) },
      responses: answers({ 200: ["Acknowledged", ref("AckAnswer")] }, [400, 401, 403, 404, 409]),
    },
  },
};

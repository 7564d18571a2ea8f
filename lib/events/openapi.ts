/** `/v1` in the words of OpenAPI 3.1, made from the schema that checks events. Pure. */
import { MAX_BATCH_EVENTS } from "./limits.ts";
import { DELIVERY_MODES } from "./modes.ts";
import { EVENT_STATES } from "./progress.ts";
import { eventJsonSchema } from "./schema.ts";

const json = (schema: unknown) => ({ content: { "application/json": { schema } } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const REFUSALS: Readonly<Record<string, string>> = {
  400: "invalid_event",
  401: "unauthorized",
  404: "unknown_thread",
  409: "duplicate_event",
  413: "too_large",
  429: "rate_limited, with Retry-After",
  503: "not_stored: nothing was kept, send it again",
};

function answers(status: string, schema: unknown): Record<string, unknown> {
  const refused = Object.entries(REFUSALS)
    .map(([code, description]) => [code, { description, ...json(ref("Refusal")) }]);
  return { [status]: { description: "done", ...json(schema) }, ...Object.fromEntries(refused) };
}

const query = (name: string, description: string, schema: unknown = { type: "string" }) => ({
  ...{ name, in: "query", description, schema },
});
const THREAD = query("thread", "The thread; then an event may leave its routing out");

/** The whole description. */
export function openApi(version: string): Record<string, unknown> {
  const { $schema: _, ...event } = eventJsonSchema();
  return {
    openapi: "3.1.0",
    info: { title: "Pilothouse: external events", version },
    security: [{ bearer: [] }],
    paths: PATHS,
    components: {
      securitySchemes: { bearer: { type: "http", scheme: "bearer" } },
      schemas: { ExternalEvent: event, ...SCHEMAS },
    },
  };
}

const SCHEMAS = {
  Accepted: {
    type: "object",
    required: ["ok", "event_id", "delivered"],
    properties: {
      ok: { const: true },
      event_id: { type: "string" },
      delivered: {
        type: "object",
        properties: { thread_id: { type: "string" }, mode: { enum: [...DELIVERY_MODES] } },
      },
      state: { enum: [...EVENT_STATES] },
      seq: { type: "integer" },
      duplicate: { type: "boolean" },
    },
  },
  Refusal: {
    type: "object",
    required: ["ok", "code", "message"],
    properties: { ok: { const: false }, code: { type: "string" }, message: { type: "string" } },
  },
  Receipt: {
    type: "object",
    properties: {
      event_id: { type: "string" },
      thread_id: { type: "string" },
      state: { enum: [...EVENT_STATES] },
      mode: { enum: [...DELIVERY_MODES] },
      turn_id: { type: ["string", "null"] },
      reason: { type: ["string", "null"] },
      unread: { type: "boolean" },
    },
  },
} as const;

const PATHS = {
  "/v1/events": {
    post: {
      summary: "Send one event, in our form or as a CloudEvent",
      parameters: [THREAD],
      requestBody: json(ref("ExternalEvent")),
      responses: answers("202", ref("Accepted")),
    },
    get: {
      summary: "Events of a thread, the newest first",
      parameters: [
        THREAD,
        query("state", "States, with commas between them"),
        query("limit", "At most 500", { type: "integer" }),
        query("after", "Only events with a larger seq", { type: "integer" }),
      ],
      responses: answers("200", { type: "object" }),
    },
  },
  "/v1/events:batch": {
    post: {
      summary: "Send many events; each has a result of its own (207 if not all were taken)",
      parameters: [THREAD],
      requestBody: json({ type: "array", maxItems: MAX_BATCH_EVENTS, items: ref("ExternalEvent") }),
      responses: answers("202", { type: "object" }),
    },
  },
  "/v1/events:preview": {
    post: {
      summary: "What would become of an event, and the exact text that the model would see",
      parameters: [THREAD],
      requestBody: json(ref("ExternalEvent")),
      responses: answers("200", { type: "object" }),
    },
  },
  "/v1/events:ack": {
    post: {
      summary: "Acknowledge events: seen to, and not to be told to the model any more",
      responses: answers("200", { type: "object" }),
    },
  },
  "/v1/events/{id}": {
    get: {
      summary: "The receipt of an event, at once or when a state is reached",
      parameters: [
        { name: "id", in: "path", required: true, schema: { type: "string" } },
        THREAD,
        query("source", "Where two sources use the same id"),
        query("wait", "A state to wait for", { enum: [...EVENT_STATES] }),
        query("timeout_s", "At most 25", { type: "number" }),
      ],
      responses: answers("200", ref("Receipt")),
    },
  },
};

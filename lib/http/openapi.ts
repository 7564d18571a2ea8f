/**
 * The description of the service that scripts and other programs build on, OpenAPI 3.1: all of `/v1`,
 * and the calls of `/api/appserver` that scripts lean on most. Shapes come from the schemas that the
 * routes check with. Pure.
 */
import { z } from "zod";
import { answers, EVENT_PATHS, eventSchemas, json, query, ref, shape } from "../events/openapi.ts";
import { conversationRow } from "../transcript/conversation_row.ts";
import { CURL_EXAMPLES } from "./curl_examples.ts";

type Json = Readonly<Record<string, unknown>>;
type Paths = Record<string, Record<string, Record<string, unknown>>>;

const TEXT = { type: "string" } as const;
const TEXT_OR_NULL = { type: ["string", "null"] } as const;
const CONVERSATION = query("conversation_id", "Without it, the current conversation");

const COMMON: Json = {
  "/v1/hooks/{name}": {
    post: {
      operationId: "deliverHook",
      summary: "A delivery of another service, with that service's own signature",
      security: [],
      parameters: [{ name: "name", in: "path", required: true, schema: TEXT }],
      requestBody: { required: true, ...json({ type: "object" }) },
      responses: answers({
        200: ["Nothing new: a repeat, a test, or a type that is not wanted", ref("HookAnswer")],
        202: ["At least one event is on disk", ref("HookAnswer")],
      }, [400, 401, 403, 404, 413, 429, 503]),
    },
  },
  "/v1/openapi.json": {
    get: {
      operationId: "openApi",
      summary: "This document",
      security: [],
      responses: answers({ 200: ["OpenAPI 3.1", { type: "object" }] }, [403]),
    },
  },
  "/healthz": {
    get: {
      operationId: "health",
      summary: "Whether the service runs",
      security: [],
      responses: answers({
        200: ["It runs", shape({ ok: { const: true }, name: TEXT, version: TEXT })],
      }, [403]),
    },
  },
};

const REST: Json = {
  "/api/appserver/status": {
    get: {
      operationId: "status",
      summary: "How the agent's server is",
      responses: answers({
        200: [
          "",
          shape({ running: { type: "boolean" }, agent: TEXT, restarts: { type: "integer" } }),
        ],
      }, [401, 403]),
    },
  },
  "/api/appserver/conversations": {
    get: {
      operationId: "listConversations",
      summary: "Conversations, pinned first, then the latest",
      parameters: [query("q", "Words of the title"), query("archived", "true, false or all")],
      responses: answers({
        200: ["", shape({ conversations: { type: "array", items: ref("Conversation") } })],
      }, [401, 403]),
    },
    post: {
      operationId: "createConversation",
      summary: "A new conversation",
      requestBody: json(shape({ "label?": TEXT, "cwd?": TEXT, "model?": TEXT })),
      responses: answers({ 201: ["Made", shape({ id: TEXT })] }, [400, 401, 403]),
    },
  },
  "/api/appserver/message": {
    post: {
      operationId: "sendMessage",
      summary:
        "Say something: a turn of its own, a word into the running one, or a place in the queue",
      requestBody: {
        required: true,
        ...json(shape({
          ...{ conversation_id: TEXT, text: TEXT, "client_id?": TEXT },
          "mode?": { enum: ["auto", "queue", "steer"] },
        })),
      },
      responses: answers({
        202: [
          "",
          shape({
            ok: { const: true },
            thread_id: TEXT_OR_NULL,
            turn_id: TEXT_OR_NULL,
            mode: TEXT,
          }),
        ],
      }, [400, 401, 403, 404, 503]),
    },
  },
  "/api/appserver/interrupt": {
    post: {
      operationId: "interrupt",
      summary: "Stop the running turn",
      requestBody: { required: true, ...json(shape({ conversation_id: TEXT })) },
      responses: answers({ 200: ["", shape({ ok: { const: true } })] }, [400, 401, 403, 404, 409]),
    },
  },
  "/api/appserver/approval": {
    post: {
      operationId: "decideApproval",
      summary: "Decide what the agent asks for; the first decision counts",
      requestBody: {
        required: true,
        ...json(shape({ conversation_id: TEXT, approval_id: TEXT, decision: {} })),
      },
      responses: answers({ 200: ["", shape({ ok: { const: true } })] }, [400, 401, 403, 404, 409]),
    },
  },
  "/api/appserver/transcript/range": {
    get: {
      operationId: "transcriptRange",
      summary: "Entries by number: the last ones, or those before or after a number",
      parameters: [
        CONVERSATION,
        ...["before", "after", "limit"].map((name) => query(name, "", { type: "integer" })),
      ],
      responses: answers({
        200: [
          "",
          shape({
            entries: { type: "array", items: shape({ id: TEXT, ts: TEXT, role: TEXT }) },
            ...{
              first: { type: "integer" },
              last: { type: "integer" },
              total: { type: "integer" },
            },
          }),
        ],
      }, [400, 401, 403, 404]),
    },
  },
};

/** The whole description. */
export function openApi(version: string): Json {
  const { $schema: _, ...row } = z.toJSONSchema(conversationRow, { io: "output" });
  const hookEvent = shape({ event_id: TEXT, "state?": TEXT, "duplicate?": { type: "boolean" } });
  return {
    openapi: "3.1.0",
    info: {
      title: "Pilothouse",
      version,
      description: "Errors are {ok: false, code, message}; codes are stable. Every answer has an " +
        "x-request-id; a usable one of the caller is kept.",
    },
    servers: [{ url: "/" }],
    security: [{ bearer: [] }],
    paths: withExamples({ ...EVENT_PATHS, ...COMMON, ...REST } as Paths),
    components: {
      securitySchemes: { bearer: { type: "http", scheme: "bearer" } },
      schemas: {
        ...eventSchemas(),
        Conversation: row,
        HookAnswer: shape({ ok: { const: true }, events: { type: "array", items: hookEvent } }),
      },
    },
  };
}

/** The examples that the tests run, beside the calls that they are about. */
function withExamples(paths: Paths): Paths {
  const made = structuredClone(paths);
  for (const { call: [method, path], command } of CURL_EXAMPLES) {
    const operation = made[path]?.[method];
    if (operation === undefined) throw new TypeError(`No such call: ${method} ${path}`);
    operation["x-codeSamples"] = [{ lang: "Shell", source: command }];
  }
  return made;
}

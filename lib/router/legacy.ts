/**
 * The dialect of older servers, `codex/event/*`: each event becomes the notifications that today's
 * servers send for it, so that the rest of the router knows one language. Pure but for the names
 * that it gives to messages, which had none then. What has no row here is silent: those events are
 * repeated by others, or say nothing that a person wants to read.
 */
import {
  arrayAt,
  isObject,
  type JsonObject,
  numberAt,
  objectAt,
  stringAt,
} from "../protocol/message.ts";
import { idAt, putBounded } from "./bounds.ts";
import { commandText, decodedChunk, durationMs, fileList, toolResult } from "./legacy_values.ts";
import type { ThreadState } from "./state.ts";

/** A notification in today's words. */
export interface Translated {
  readonly method: string;
  readonly params: JsonObject;
}
type Translate = (event: JsonObject, thread: ThreadState) => Translated[];

const MESSAGE = "message";
const REASONING = "reasoning";

const EVENTS = new Map<string, Translate>(Object.entries<Translate>({
  task_started: () => [{ method: "turn/started", params: {} }],
  task_complete: () => turnEnd("completed"),
  turn_aborted: () => turnEnd("interrupted"),

  agent_message_delta: (event, thread) => [
    ...startNamed(thread, MESSAGE, "agentMessage"),
    delta("item/agentMessage/delta", current(thread, MESSAGE), stringAt(event, "delta")),
  ],
  agent_message: (event, thread) => [
    ...startNamed(thread, MESSAGE, "agentMessage"),
    ...endNamed(thread, MESSAGE, { type: "agentMessage", text: stringAt(event, "message") ?? "" }),
  ],
  agent_reasoning_delta: (event, thread) => [
    ...startNamed(thread, REASONING, "reasoning"),
    delta("item/reasoning/summaryTextDelta", current(thread, REASONING), stringAt(event, "delta")),
  ],
  agent_reasoning: (event, thread) => [
    ...startNamed(thread, REASONING, "reasoning"),
    ...endNamed(thread, REASONING, {
      type: "reasoning",
      summary: [stringAt(event, "text") ?? ""],
    }),
  ],
  user_message: (event, thread) => userMessage(event, thread),

  exec_command_begin: (event) => [item("item/started", event, command(event))],
  exec_command_output_delta: (event) => [
    delta("item/commandExecution/outputDelta", callId(event), decodedChunk(event.chunk)),
  ],
  exec_command_end: (event) => {
    const exitCode = numberAt(event, "exit_code");
    const parts = [stringAt(event, "stdout"), stringAt(event, "stderr")].filter(Boolean);
    return [item("item/completed", event, {
      ...command(event),
      aggregatedOutput: stringAt(event, "aggregated_output") ?? parts.join(""),
      exitCode,
      durationMs: durationMs(event.duration),
      status: exitCode === 0 ? "completed" : "failed",
    })];
  },
  // The request of the same name asks; this one brings along what it is about.
  apply_patch_approval_request: (event) => [item("item/started", event, fileChange(event))],
  patch_apply_begin: (event) => [item("item/started", event, fileChange(event))],
  patch_apply_end: (event) => [
    item("item/completed", event, {
      ...fileChange(event),
      status: event.success === false ? "failed" : "completed",
    }),
  ],
  turn_diff: (event) => [
    { method: "turn/diff/updated", params: { diff: stringAt(event, "unified_diff") ?? "" } },
  ],
  plan_update: (event) => [{
    method: "turn/plan/updated",
    params: { explanation: event.explanation ?? null, plan: arrayAt(event, "plan") },
  }],

  mcp_tool_call_begin: (event) => [item("item/started", event, toolCall(event))],
  mcp_tool_call_end: (event) => [
    item("item/completed", event, {
      ...toolCall(event),
      ...toolResult(event.result),
      durationMs: durationMs(event.duration),
    }),
  ],
  web_search_begin: (event) => [item("item/started", event, { type: "webSearch", query: "" })],
  web_search_end: (event) => [
    item("item/completed", event, { type: "webSearch", query: event.query, action: event.action }),
  ],
  view_image_tool_call: (event) => [
    item("item/completed", event, { type: "imageView", path: event.path }),
  ],
  context_compacted: (_event, thread) =>
    endNamed(thread, "compaction", { type: "contextCompaction" }),
  entered_review_mode: (event, thread) =>
    endNamed(thread, "review", { type: "enteredReviewMode", review: event.user_facing_hint }),
  exited_review_mode: (event, thread) => {
    const review = stringAt(objectAt(event, "review_output"), "overall_explanation");
    return endNamed(thread, "review", { type: "exitedReviewMode", review });
  },
  thread_rolled_back: () => [{ method: "thread/reverted", params: {} }],

  token_count: (event) => [usage(objectAt(event, "info")), limits(objectAt(event, "rate_limits"))],
  error: (event) => [error(event, false)],
  stream_error: (event) => [error(event, true)],
  warning: (event) => [{ method: "warning", params: { message: stringAt(event, "message") } }],
}));

/** The events that are understood. */
export const LEGACY_EVENTS: readonly string[] = [...EVENTS.keys()];

/** True for a notification of the older dialect. */
export function isLegacy(method: string): boolean {
  return method === "codex/event" || method.startsWith("codex/event/");
}

/** The name of an event, such as `task_started`. */
export function legacyName(method: string, params: JsonObject): string {
  return stringAt(objectAt(params, "msg"), "type") ?? method.slice("codex/event/".length);
}

/** Today's notifications for an event; none for what is silent. */
export function translate(thread: ThreadState, method: string, params: JsonObject): Translated[] {
  const event = isObject(params.msg) ? params.msg : params;
  const turnId = idAt(params, "id") ?? idAt(event, "turn_id") ?? thread.turnId ?? "";
  const found = EVENTS.get(legacyName(method, params))?.(event, thread) ?? [];
  return found.map((one) => ({ method: one.method, params: { ...one.params, turnId } }));
}

/** The name of the item that is being written; a new one when there is none. */
function startNamed(thread: ThreadState, kind: string, type: string): Translated[] {
  if (thread.legacyItems.has(kind)) return [];
  const id = name(thread, kind);
  putBounded(thread.legacyItems, kind, id, 8);
  return [{ method: "item/started", params: { item: { type, id } } }];
}

function endNamed(thread: ThreadState, kind: string, body: JsonObject): Translated[] {
  const id = thread.legacyItems.get(kind) ?? name(thread, kind);
  thread.legacyItems.delete(kind);
  return [{ method: "item/completed", params: { item: { ...body, id } } }];
}

function current(thread: ThreadState, kind: string): string {
  return thread.legacyItems.get(kind) ?? "";
}

/** Unique in the thread: places only grow. */
function name(thread: ThreadState, kind: string): string {
  return `${kind}-${++thread.shared.places.last}`;
}

function userMessage(event: JsonObject, thread: ThreadState): Translated[] {
  const kind = stringAt(event, "kind");
  if (kind !== null && kind !== "plain") return []; // Context that the server adds itself.
  const content = [
    { type: "text", text: stringAt(event, "message") ?? "" },
    ...arrayAt(event, "images").map((url) => ({ type: "image", url })),
  ];
  return endNamed(thread, "user", { type: "userMessage", content });
}

function turnEnd(status: string): Translated[] {
  return [{ method: "turn/completed", params: { turn: { status } } }];
}

function delta(method: string, itemId: string, text: string | null): Translated {
  return { method, params: { itemId, delta: text ?? "" } };
}

function callId(event: JsonObject): string {
  return idAt(event, "call_id") ?? "?";
}

function item(method: string, event: JsonObject, body: JsonObject): Translated {
  return { method, params: { item: { ...body, id: callId(event) } } };
}

function command(event: JsonObject): JsonObject {
  const user = /^user_?shell$/i.test(stringAt(event, "source") ?? "");
  return {
    type: "commandExecution",
    command: commandText(event.command),
    cwd: stringAt(event, "cwd") ?? "",
    source: user ? "userShell" : "agent",
  };
}

function fileChange(event: JsonObject): JsonObject {
  return { type: "fileChange", changes: fileList(objectAt(event, "changes")) };
}

function toolCall(event: JsonObject): JsonObject {
  const { server, tool, arguments: given } = objectAt(event, "invocation");
  return { type: "mcpToolCall", server, tool, arguments: given };
}

function usage(info: JsonObject): Translated {
  const counts = (key: string) => {
    const wire = objectAt(info, key);
    return {
      totalTokens: wire.total_tokens,
      inputTokens: wire.input_tokens,
      cachedInputTokens: wire.cached_input_tokens,
      outputTokens: wire.output_tokens,
      reasoningOutputTokens: wire.reasoning_output_tokens,
    };
  };
  const tokenUsage = {
    total: counts("total_token_usage"),
    last: counts("last_token_usage"),
    modelContextWindow: info.model_context_window,
  };
  return { method: "thread/tokenUsage/updated", params: { tokenUsage } };
}

function limits(wire: JsonObject): Translated {
  const window = (key: string) => {
    const { used_percent, window_minutes, resets_at } = objectAt(wire, key);
    return used_percent === undefined
      ? null
      : { usedPercent: used_percent, windowDurationMins: window_minutes, resetsAt: resets_at };
  };
  const rateLimits = { primary: window("primary"), secondary: window("secondary") };
  return { method: "account/rateLimits/updated", params: { rateLimits } };
}

function error(event: JsonObject, willRetry: boolean): Translated {
  const message = stringAt(event, "message");
  return { method: "error", params: { error: { message }, willRetry } };
}

// The vocabulary of the scripted model: builds replies of the Responses API as lists of steps, one
// step per server-sent event, pause, gate or accident. Pure data; the server in model_server.ts
// plays them and knows nothing of what they mean.

/** One server-sent event; its `type` is also the event's name on the wire. */
export type ModelEvent = { readonly type: string } & Readonly<Record<string, unknown>>;

/** What the server does next while it answers one request. */
export type Step =
  | { readonly kind: "event"; readonly event: ModelEvent }
  | { readonly kind: "pause"; readonly ms: number }
  | { readonly kind: "gate"; readonly opened: Promise<unknown> }
  | { readonly kind: "raw"; readonly text: string }
  | { readonly kind: "drop" };

/** One scripted answer. With `match` it only answers a request whose body contains that text. */
export interface Reply {
  readonly match?: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly steps?: readonly Step[];
}

/** Token counts of a finished reply. */
export interface Usage {
  readonly input: number;
  readonly cached: number;
  readonly output: number;
  readonly reasoning: number;
}

const DEFAULT_USAGE: Usage = { input: 100, cached: 20, output: 30, reasoning: 10 };
const DEFAULT_GAP_MS = 15;

let lastId = 0;
function freshId(prefix: string): string {
  lastId += 1;
  return `${prefix}_${lastId.toString(16).padStart(8, "0")}`;
}

function event(type: string, fields: Record<string, unknown>): Step {
  return { kind: "event", event: { type, ...fields } };
}

/** Waits before the next step. */
export function pause(ms: number): Step {
  return { kind: "pause", ms };
}

/** Cuts the connection in mid-stream. */
export function drop(): Step {
  return { kind: "drop" };
}

/** Sends text as it is, event framing included: for malformed streams. */
export function raw(text: string): Step {
  return { kind: "raw", text };
}

/** A step that holds the reply until the test calls `open`. */
export function gate(): { step: Step; open: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { step: { kind: "gate", opened: promise }, open: resolve };
}

/** The event that opens every reply. */
export function created(): Step {
  return event("response.created", { response: { id: freshId("resp") } });
}

/** The event that closes every whole reply. */
export function completed(usage: Usage = DEFAULT_USAGE): Step {
  return event("response.completed", {
    response: {
      id: freshId("resp"),
      usage: {
        input_tokens: usage.input,
        input_tokens_details: { cached_tokens: usage.cached },
        output_tokens: usage.output,
        output_tokens_details: { reasoning_tokens: usage.reasoning },
        total_tokens: usage.input + usage.output,
      },
    },
  });
}

/**
 * An assistant message, streamed in the given pieces, with other steps (a gate, a drop) in between
 * where they stand. `extra` goes into the item (`phase`, …).
 */
export function message(
  pieces: readonly (string | Step)[],
  gapMs = DEFAULT_GAP_MS,
  extra: Record<string, unknown> = {},
): Step[] {
  const id = freshId("msg");
  const item = (content: unknown[]) => ({
    type: "message",
    id,
    role: "assistant",
    ...extra,
    content,
  });
  const words = pieces.filter((piece) => typeof piece === "string");
  const text = { type: "output_text", text: words.join(""), annotations: [] };
  const place = { item_id: id, output_index: 0, content_index: 0 };
  return [
    added(item([])),
    ...pieces.flatMap((piece) =>
      typeof piece === "string"
        ? [event("response.output_text.delta", { ...place, delta: piece }), pause(gapMs)]
        : [piece]
    ),
    done(item([text])),
  ];
}

/** Reasoning: one list of pieces per summary part. */
export function reasoning(
  parts: readonly (readonly string[])[],
  gapMs = DEFAULT_GAP_MS,
): Step[] {
  const id = freshId("rs");
  const summary = parts.map((part) => ({ type: "summary_text", text: part.join("") }));
  return [
    added({ type: "reasoning", id, summary: [] }),
    ...parts.flatMap((part, index) => summaryPart(id, index, part, gapMs)),
    // codex keeps reasoning only with something encrypted in it; any base64 will do.
    done({ type: "reasoning", id, summary, encrypted_content: "c2NyaXB0ZWQ=" }),
  ];
}

function summaryPart(id: string, index: number, pieces: readonly string[], gapMs: number): Step[] {
  const place = { item_id: id, output_index: 0, summary_index: index };
  return [
    event("response.reasoning_summary_part.added", {
      ...place,
      part: { type: "summary_text", text: "" },
    }),
    ...pieces.flatMap((delta) => [
      event("response.reasoning_summary_text.delta", { ...place, delta }),
      pause(gapMs),
    ]),
    event("response.reasoning_summary_text.done", { ...place, text: pieces.join("") }),
  ];
}

/** A function call with JSON arguments; `extra` may carry a `namespace` (MCP tools). */
export function fn(
  name: string,
  args: unknown,
  callId: string = freshId("call"),
  extra: Record<string, unknown> = {},
): Step[] {
  const id = freshId("fc");
  const text = typeof args === "string" ? args : JSON.stringify(args);
  const item = { type: "function_call", id, call_id: callId, name, ...extra };
  const place = { item_id: id, output_index: 0 };
  return [
    added({ ...item, arguments: "" }),
    event("response.function_call_arguments.delta", { ...place, delta: text }),
    event("response.function_call_arguments.done", { ...place, arguments: text }),
    done({ ...item, arguments: text }),
  ];
}

/** A call of a free-form tool (`apply_patch`), its input streamed in `pieces` deltas. */
export function custom(
  name: string,
  input: string,
  callId: string = freshId("call"),
  pieces = 4,
): Step[] {
  const id = freshId("ctc");
  const item = { type: "custom_tool_call", id, call_id: callId, name };
  const place = { item_id: id, call_id: callId, output_index: 0 };
  const size = Math.max(1, Math.ceil(input.length / pieces));
  const deltas: Step[] = [];
  for (let at = 0; at < input.length; at += size) {
    const delta = input.slice(at, at + size);
    deltas.push(event("response.custom_tool_call_input.delta", { ...place, delta }), pause(5));
  }
  return [added({ ...item, input: "" }), ...deltas, done({ ...item, input })];
}

/** A whole reply: opened, the steps, completed. */
export function reply(steps: readonly Step[], options: { match?: string; usage?: Usage } = {}) {
  const { match, usage } = options;
  const whole: Reply = { steps: [created(), ...steps, completed(usage)] };
  return match === undefined ? whole : { ...whole, match };
}

/** A whole reply that says `text` word by word. */
export function say(text: string, options: { match?: string; gapMs?: number } = {}): Reply {
  return reply(message(text.split(/(?<= )/), options.gapMs), options);
}

/** An answer that is no stream: an HTTP error, with its JSON body. */
export function status(code: number, body: unknown = { error: { message: `status ${code}` } }) {
  const answer: Reply = {
    status: code,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  };
  return answer;
}

function added(item: Record<string, unknown>): Step {
  return event("response.output_item.added", { output_index: 0, item });
}

function done(item: Record<string, unknown>): Step {
  return event("response.output_item.done", { output_index: 0, item });
}

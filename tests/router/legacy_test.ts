import assert from "node:assert/strict";
import { MessageReader } from "../../lib/protocol/reader.ts";
import type { JsonObject } from "../../lib/protocol/message.ts";
import { type Change, entryOf } from "../../lib/router/change.ts";
import { route } from "../../lib/router/route.ts";
import { initialState } from "../../lib/router/state.ts";
import { THREAD, Wire } from "./wire.ts";

/** An event of the older dialect. */
function event(wire: Wire, type: string, msg: JsonObject = {}, id = "0"): Change[] {
  return wire.say(`codex/event/${type}`, {
    threadId: null,
    turnId: null,
    conversationId: THREAD,
    id,
    msg: { type, ...msg },
  });
}

function wholeTurn(wire: Wire, id = "0"): void {
  event(wire, "task_started", {}, id);
  event(wire, "user_message", { message: "do it", kind: "plain" }, id);
  event(wire, "agent_reasoning_delta", { delta: "**Hm" }, id);
  event(wire, "agent_reasoning_delta", { delta: "**" }, id);
  event(wire, "agent_reasoning", { text: "**Hm**" }, id);
  event(wire, "exec_command_begin", {
    call_id: `c${id}`,
    command: ["bash", "-lc", "echo 'a b'"],
    cwd: "/w",
  }, id);
  event(wire, "exec_command_output_delta", { call_id: `c${id}`, chunk: btoa("a b\n") }, id);
  event(wire, "exec_command_end", {
    call_id: `c${id}`,
    command: ["bash", "-lc", "echo 'a b'"],
    cwd: "/w",
    stdout: "a b\n",
    stderr: "",
    exit_code: 0,
    duration: { secs: 1, nanos: 500_000_000 },
  }, id);
  event(wire, "plan_update", { plan: [{ step: "One", status: "in_progress" }] }, id);
  event(wire, "turn_diff", { unified_diff: "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n" }, id);
  for (const delta of ["Do", "ne."]) event(wire, "agent_message_delta", { delta }, id);
  event(wire, "agent_message", { message: "Done." }, id);
  event(wire, "token_count", {
    info: {
      total_token_usage: { total_tokens: 9, input_tokens: 5, output_tokens: 4 },
      last_token_usage: { total_tokens: 9 },
      model_context_window: 100,
    },
    rate_limits: { primary: { used_percent: 12, window_minutes: 300 } },
  }, id);
  event(wire, "task_complete", { last_agent_message: "Done." }, id);
}

const TURN_TOLD = [
  "user do it",
  "reasoning **Hm**",
  "command bash -lc 'echo '\\''a b'\\'''",
  "plan",
  "diff",
  "assistant Done.",
  "status",
];

Deno.test("a turn in the older dialect makes the rows of today's", () => {
  const wire = new Wire();
  wholeTurn(wire);
  assert.deepEqual(wire.told, TURN_TOLD);
  const command = wire.rows[2];
  assert.ok(command?.role === "command" && !command.running);
  assert.deepEqual([command.output, command.exit_code, command.duration_ms], ["a b\n", 0, 1_500]);
  const usage = wire.entries.find(({ role }) => role === "token_usage");
  assert.ok(usage?.role === "token_usage" && usage.total_tokens === 9);
  assert.equal(wire.state.rateLimits?.primary?.used_percent, 12);
});

Deno.test("turns that are only counted have rows of their own, also after a new start", () => {
  const wire = new Wire();
  wholeTurn(wire, "0");
  wholeTurn(wire, "1");
  assert.deepEqual(wire.told, [...TURN_TOLD, ...TURN_TOLD]);
  // Another process counts from 0 again; the transcript is the same.
  const later = new Wire();
  later.ms = wire.ms + 1_000;
  wholeTurn(later, "0");
  const ids = new Set(wire.entries.map(({ id }) => id));
  assert.deepEqual(later.entries.filter(({ id }) => ids.has(id)), []);
});

Deno.test("while text is streamed the row grows, as in today's dialect", () => {
  const wire = new Wire();
  event(wire, "task_started");
  event(wire, "agent_message_delta", { delta: "Hel" });
  assert.deepEqual(wire.told, ["assistant… Hel"]);
  event(wire, "turn_aborted", { reason: "interrupted" });
  assert.deepEqual(wire.told, ["assistant Hel", "status"]);
});

Deno.test("of a turn that is told in both dialects, the first one heard is believed", () => {
  const v2 = [
    { method: "turn/started", params: { threadId: THREAD, turn: { id: "7" } } },
    {
      method: "item/started",
      params: { threadId: THREAD, turnId: "7", item: { type: "agentMessage", id: "m" } },
    },
    {
      method: "item/agentMessage/delta",
      params: { threadId: THREAD, turnId: "7", itemId: "m", delta: "Hi" },
    },
    {
      method: "item/completed",
      params: {
        threadId: THREAD,
        turnId: "7",
        item: { type: "agentMessage", id: "m", text: "Hi" },
      },
    },
    {
      method: "turn/completed",
      params: { threadId: THREAD, turn: { id: "7", status: "completed" } },
    },
  ];
  const older = ["task_started", "agent_message_content_delta", "agent_message_delta"]
    .concat("agent_message", "task_complete")
    .map((type) => ({
      method: `codex/event/${type}`,
      params: { conversationId: THREAD, id: "7", msg: { type, delta: "Hi", message: "Hi" } },
    }));
  for (const [first, second] of [[v2, older], [older, v2]] as const) {
    const state = initialState();
    const reader = new MessageReader();
    const changes: Change[] = [];
    for (let turn = 0; turn < 2; turn++) {
      first.forEach((message, at) => {
        for (const one of [message, second[at]]) {
          const read = reader.read({ kind: "line", text: JSON.stringify(one) });
          changes.push(...route(state, read, 1_000 * turn + at).changes);
        }
      });
    }
    const roles = changes.map(entryOf).filter((entry) => entry !== null).map(({ role }) => role);
    assert.deepEqual(roles, ["assistant", "status", "assistant", "status"]);
    const deltas = changes.filter(({ type }) => type === "assistant_delta");
    assert.equal(deltas.length, 2);
  }
});

Deno.test("label lines carry the older dialect as well", () => {
  const state = initialState();
  const reader = new MessageReader();
  const at = { conversationId: THREAD, id: "0" };
  const lines = [
    "codex/event/task_started",
    JSON.stringify({ ...at, msg: { type: "task_started" } }),
    `codex/event/agent_message ${JSON.stringify({ ...at, msg: { message: "Ahoy" } })}`,
  ];
  const changes = lines.flatMap((text, n) => [
    ...route(state, reader.read({ kind: "line", text }), n).changes,
  ]);
  const said = changes.map(entryOf).find((entry) => entry?.role === "assistant");
  assert.equal(said?.role === "assistant" && said.text, "Ahoy");
});

Deno.test("tools, images, patches and errors of the older dialect have their rows", () => {
  const wire = new Wire();
  event(wire, "task_started");
  const invocation = { server: "s", tool: "t", arguments: { a: 1 } };
  event(wire, "mcp_tool_call_begin", { call_id: "t1", invocation });
  event(wire, "mcp_tool_call_end", { call_id: "t1", invocation, result: { Err: "no" } });
  event(wire, "web_search_begin", { call_id: "w" });
  event(wire, "web_search_end", { call_id: "w", query: "deno" });
  event(wire, "view_image_tool_call", { call_id: "i", path: "/a.png" });
  event(wire, "patch_apply_begin", {
    call_id: "p",
    changes: { "a.txt": { add: { content: "" } } },
  });
  event(wire, "patch_apply_end", {
    call_id: "p",
    changes: { "a.txt": { add: { content: "" } } },
    success: false,
  });
  event(wire, "stream_error", { message: "Reconnecting" });
  event(wire, "warning", { message: "careful" });
  event(wire, "error", { message: "broken" });
  event(wire, "context_compacted");
  event(wire, "background_event", { message: "silent" });
  event(wire, "no_such_event", {});
  event(wire, "task_complete");
  assert.deepEqual(wire.told, [
    "notice s.t",
    "notice Searched the web: deno",
    "notice Looked at: /a.png",
    "notice Not changed: a.txt",
    "notice Reconnecting",
    "notice careful",
    "error broken",
    "notice The conversation was compacted",
    "status",
  ]);
});

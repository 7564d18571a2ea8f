import assert from "node:assert/strict";
import type { JsonObject } from "../../lib/protocol/message.ts";
import { MOST } from "../../lib/router/bounds.ts";
import type { Change } from "../../lib/router/change.ts";
import { endAll, route } from "../../lib/router/route.ts";
import { initialState } from "../../lib/router/state.ts";
import { THREAD, TURN, Wire } from "./wire.ts";

const OTHER = "01a1ee25-0000-7000-8000-00000000000f";
const message = (id: string, text = ""): JsonObject => ({ type: "agentMessage", id, text });

Deno.test("threads that talk at once do not hear each other, though item ids collide", () => {
  const state = initialState();
  const texts = new Map<string, string>();
  const say = (threadId: string, method: string, params: JsonObject) => {
    const whole = { threadId, turnId: `${threadId}-turn`, ...params };
    const notification = { kind: "notification", method, params: whole, emittedAtMs: 0 } as const;
    for (const change of route(state, notification, 0).changes) {
      if (change.type === "assistant_delta") {
        texts.set(threadId, (texts.get(threadId) ?? "") + change.delta);
      }
    }
  };
  for (const thread of ["a", "b"]) say(thread, "turn/started", { turn: { id: `${thread}-turn` } });
  for (const thread of ["a", "b"]) say(thread, "item/started", { item: message("m") });
  for (const delta of ["1", "2", "3"]) {
    for (const thread of ["a", "b"]) {
      say(thread, "item/agentMessage/delta", { itemId: "m", delta: thread + delta });
    }
  }
  say("a", "turn/completed", { turn: { id: "a-turn", status: "completed" } });
  say("b", "item/agentMessage/delta", { itemId: "m", delta: "!" });
  assert.deepEqual([...texts], [["a", "a1a2a3"], ["b", "b1b2b3!"]]);
});

Deno.test("a turn whose end was missed is closed by the next one's start", () => {
  const wire = new Wire();
  wire.start();
  wire.begin(message("m"));
  wire.say("item/agentMessage/delta", { itemId: "m", delta: "Half" });
  wire.start(OTHER);
  assert.deepEqual(wire.told, ["assistant Half", "status"]);
  assert.equal(wire.state.threads.get(THREAD)?.turnId, OTHER);
  wire.end("completed", OTHER);
  assert.deepEqual(wire.told, ["assistant Half", "status", "status"]);
});

Deno.test("the late end of an earlier turn does not end the running one", () => {
  const wire = new Wire();
  wire.start(OTHER);
  wire.say("item/started", { turnId: OTHER, item: message("m") });
  wire.end("completed", TURN);
  assert.equal(wire.state.threads.get(THREAD)?.turnId, OTHER);
  assert.equal(wire.state.threads.get(THREAD)?.open.size, 1);
});

Deno.test("a review ends under its outer id, with all that its inner turn left open", () => {
  const wire = new Wire();
  wire.say("turn/started", { turn: { id: OTHER, rootTurnId: TURN } });
  wire.say("item/started", { turnId: OTHER, item: message("m") });
  wire.ask("item/commandExecution/requestApproval", { turnId: OTHER, command: "x" });
  wire.end();
  assert.equal(wire.state.threads.get(THREAD)?.turnId, null);
  assert.equal(wire.state.threads.get(THREAD)?.approvals.size, 0);
  assert.deepEqual(wire.told, ["approval", "status"]);
});

Deno.test("a turn that is announced twice is one", () => {
  const wire = new Wire();
  wire.start();
  wire.begin(message("m"));
  wire.start();
  assert.equal(wire.state.threads.get(THREAD)?.open.size, 1);
});

Deno.test("the message that a turn's end brings along ends the one that is still open", () => {
  const wire = new Wire();
  wire.start();
  wire.begin(message("m"));
  wire.say("item/agentMessage/delta", { itemId: "m", delta: "Ha" });
  wire.say("turn/completed", {
    turn: { id: TURN, status: "completed", items: [message("m", "Half"), message("x", "old")] },
  });
  assert.deepEqual(wire.told, ["assistant Half", "status"]);
});

Deno.test("a plan stands where it was first told, and is written once, at the end", () => {
  const wire = new Wire();
  wire.start();
  const plan = (status: string) => ({ plan: [{ step: "One", status }], explanation: "why" });
  wire.say("turn/plan/updated", plan("inProgress"));
  wire.begin(message("m"));
  wire.finish(message("m", "text"));
  wire.say("turn/plan/updated", plan("completed"));
  assert.deepEqual(wire.rows.map(({ role }) => role), ["plan", "assistant"]);
  assert.equal(wire.entries.filter(({ role }) => role === "plan").length, 0);
  wire.end();
  assert.deepEqual(wire.rows.map(({ role }) => role), ["plan", "assistant", "status"]);
  const [row] = wire.rows;
  assert.ok(row?.role === "plan" && !row.running);
  assert.deepEqual([row.steps, row.explanation], [[{ step: "One", status: "completed" }], "why"]);
});

Deno.test("a plan, an approval and a warning each end the thought before them", () => {
  const wire = new Wire();
  wire.start();
  const think = (id: string) => {
    wire.begin({ type: "reasoning", id });
    wire.finish({ type: "reasoning", id, summary: [id] });
  };
  think("a");
  wire.say("turn/plan/updated", { plan: [] });
  think("b");
  wire.ask("item/commandExecution/requestApproval", { command: "x" });
  think("c");
  wire.say("warning", { message: "careful" });
  think("d");
  wire.end();
  assert.deepEqual(wire.told, [
    "reasoning a",
    "plan",
    "reasoning b",
    "approval",
    "reasoning c",
    "notice careful",
    "reasoning d",
    "status",
  ]);
});

Deno.test("a plan that is proposed grows as it is written, and its end may differ", () => {
  const wire = new Wire();
  wire.start();
  wire.begin({ type: "plan", id: "p", text: "" });
  for (const delta of ["# P", "lan"]) wire.say("item/plan/delta", { itemId: "p", delta });
  assert.deepEqual(wire.told, ["plan… # Plan"]);
  wire.finish({ type: "plan", id: "p", text: "# The plan" });
  assert.deepEqual(wire.told, ["plan # The plan"]);
});

Deno.test("tokens are told after each step, with all their numbers, and kept once per turn", () => {
  const wire = new Wire();
  wire.start();
  const counts = (totalTokens: number) => ({
    totalTokens,
    inputTokens: 6,
    cachedInputTokens: 3,
    outputTokens: 4,
    reasoningOutputTokens: 2,
  });
  for (const total of [10, 20]) {
    wire.say("thread/tokenUsage/updated", {
      tokenUsage: { total: counts(total), last: counts(10), modelContextWindow: 100 },
    });
  }
  wire.end();
  assert.equal(wire.changes.filter(({ type }) => type === "token_count").length, 3);
  const kept = wire.entries.filter((entry) => entry.role === "token_usage");
  assert.equal(kept.length, 1);
  const { id: _id, ts: _ts, place: _place, ...numbers } = kept[0]!;
  assert.deepEqual(numbers, {
    role: "token_usage",
    turn_id: TURN,
    total_tokens: 20,
    input_tokens: 6,
    cached_input_tokens: 3,
    output_tokens: 4,
    reasoning_output_tokens: 2,
    last_tokens: 10,
    last: { total: 10, input: 6, cached: 3, output: 4, reasoning: 2 },
    context_window: 100,
  });
});

Deno.test("limits of the account are merged, and told when they are known and new", () => {
  const wire = new Wire();
  const update = (rateLimits: JsonObject) =>
    wire.say("account/rateLimits/updated", { threadId: null, turnId: null, rateLimits });
  assert.deepEqual(update({ limitId: "codex", primary: null, planType: null }), []);
  const primary = { usedPercent: 40, windowDurationMins: 300, resetsAt: 1_800_000_000 };
  const [first] = update({ primary, planType: "pro" });
  assert.ok(first?.type === "rate_limits");
  assert.deepEqual(first.limits.primary, {
    used_percent: 40,
    window_minutes: 300,
    resets_at: "2027-01-15T08:00:00.000Z",
  });
  assert.deepEqual(update({ primary: null, planType: null }), []);
  const [second] = update({ secondary: { usedPercent: 1 } });
  assert.ok(second?.type === "rate_limits");
  assert.deepEqual([second.limits.primary?.used_percent, second.limits.plan], [40, "pro"]);
});

Deno.test("a turn that fails has its reason once, with details and a name", () => {
  const error = {
    message: "over the limit",
    codexErrorInfo: { responseTooManyFailedAttempts: { httpStatusCode: 429 } },
    additionalDetails: "more",
  };
  for (const told of [true, false]) {
    const wire = new Wire();
    wire.start();
    if (told) wire.say("error", { error, willRetry: false });
    wire.say("turn/completed", { turn: { id: TURN, status: "failed", error } });
    const errors = wire.entries.filter((entry) => entry.role === "error");
    assert.deepEqual(errors.map(({ text, details, code }) => [text, details, code]), [
      ["over the limit", "more", "responseTooManyFailedAttempts"],
    ]);
  }
});

Deno.test("news of a thread are rows, news of all are passing words", () => {
  const wire = new Wire();
  wire.say("warning", { message: "careful" });
  wire.say("model/rerouted", { fromModel: "a", toModel: "b", reason: "highRisk" });
  wire.say("hook/completed", { run: { eventName: "stop", status: "completed", entries: [] } });
  wire.say("hook/completed", { run: { eventName: "stop", status: "blocked", entries: [] } });
  wire.say("mcpServer/startupStatus/updated", { name: "m", status: "ready" });
  wire.say("mcpServer/startupStatus/updated", { name: "m", status: "failed", error: "gone" });
  wire.say("item/autoApprovalReview/completed", {
    review: { status: "denied", rationale: "no" },
    action: { type: "command", command: "rm -rf /" },
  });
  wire.say("thread/reverted");
  assert.deepEqual(wire.told, [
    "notice careful",
    "notice a was replaced by b: highRisk",
    "notice The hook for stop blocked the agent",
    "notice The tool server m did not start",
    "notice Denied by the automatic review: rm -rf /",
    "notice The conversation was set back: the agent has forgotten some of the above",
  ]);
  const nobody = { threadId: null, turnId: null };
  const words = [
    ...wire.say("configWarning", { ...nobody, summary: "S", details: "D" }),
    ...wire.say("deprecationNotice", { ...nobody, summary: "old", details: null }),
    ...wire.say("error", { ...nobody, error: { message: "E" } }),
  ];
  assert.deepEqual(words.map((word) => word.type === "warning" && [word.text, word.entry]), [
    ["S\nD", undefined],
    ["old", undefined],
    ["E", undefined],
  ]);
});

Deno.test("when the app-server is gone, or closes a thread, nothing is left open", () => {
  const ends: ((wire: Wire) => Change[])[] = [
    (wire) => endAll(wire.state, wire.ms).get(THREAD) ?? [],
    (wire) => wire.say("thread/closed"),
  ];
  for (const end of ends) {
    const wire = new Wire();
    wire.start();
    wire.begin({ type: "reasoning", id: "r" });
    wire.say("item/reasoning/summaryTextDelta", { itemId: "r", delta: "hm" });
    wire.begin({ type: "commandExecution", id: "c", command: "x", cwd: "/" });
    wire.ask("item/commandExecution/requestApproval", { itemId: "c", command: "x" });
    wire.say("turn/plan/updated", { plan: [{ step: "One", status: "pending" }] });
    const changes = end(wire);
    if (!wire.changes.includes(changes[0]!)) wire.take(changes);
    assert.ok(wire.rows.every(({ running }) => running !== true));
    assert.deepEqual(wire.rows.map(({ role }) => role), [
      "reasoning",
      "command",
      "approval",
      "plan",
      "status",
    ]);
    assert.equal(wire.state.threads.size, 0);
    assert.equal(wire.state.shared.text, 0);
  }
});

Deno.test("threads are forgotten, the idle ones first, when there are too many", () => {
  const state = initialState();
  const start = (threadId: string) => {
    const params = { threadId, turn: { id: `${threadId}-turn` } };
    const one = { kind: "notification", method: "turn/started", params, emittedAtMs: 0 } as const;
    route(state, one, 0);
  };
  start("busy");
  for (let n = 0; n < MOST.threads * 2; n++) {
    const params = { threadId: `t${n}`, message: "x" };
    route(state, { kind: "notification", method: "warning", params, emittedAtMs: 0 }, 0);
  }
  assert.equal(state.threads.size, MOST.threads);
  assert.ok(state.threads.has("busy"));
});

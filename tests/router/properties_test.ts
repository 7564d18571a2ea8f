import assert from "node:assert/strict";
import { liveOf } from "../../lib/gateway/open_conversation.ts";
import { LineSplitter } from "../../lib/protocol/lines.ts";
import type { Json, JsonObject } from "../../lib/protocol/message.ts";
import { MessageReader } from "../../lib/protocol/reader.ts";
import { LONGEST, MOST } from "../../lib/router/bounds.ts";
import type { Change } from "../../lib/router/change.ts";
import { endAll, HANDLED_METHODS, route } from "../../lib/router/route.ts";
import { initialState, type RouterState } from "../../lib/router/state.ts";
import { fc } from "../harness/properties.ts";
import { mirrors, THREAD, TURN } from "./wire.ts";

const NEWLINE = new Uint8Array([10]);
const encoder = new TextEncoder();

/** What the bridge does with bytes, up to the changes. */
function bridge(chunks: readonly Uint8Array[], maxLine?: number): [RouterState, Change[]] {
  const state = initialState();
  const splitter = new LineSplitter(maxLine);
  const reader = new MessageReader();
  const lines = [...chunks.flatMap((chunk) => splitter.push(chunk)), ...splitter.end()];
  const changes = lines.flatMap((line) => [...route(state, reader.read(line), 1).changes]);
  changes.forEach((change) => JSON.stringify(change));
  return [state, changes];
}

/** Cuts bytes at the given places, which need not be sorted or within. */
function cutAt(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const at = [...new Set(places.map((place) => place % (bytes.length + 1)))].sort((a, b) => a - b);
  return [...at, bytes.length].map((end, n) => bytes.slice(n === 0 ? 0 : at[n - 1], end));
}

const join = (parts: readonly Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]));

const cuts = fc.array(fc.nat({ max: 10_000 }), { maxLength: 8 });

/** Bytes of every kind: noise, text, and text that nearly is a message. */
const noise = fc.oneof(
  fc.uint8Array({ maxLength: 60 }),
  fc.string({ unit: "binary", maxLength: 60 }).map((text) => encoder.encode(text)),
  fc.json().map((text) => encoder.encode(text)),
  fc.constantFrom(...HANDLED_METHODS, "codex/event/task_started", "{", "[]", "\u{feff}{}")
    .map((text) => encoder.encode(text)),
  fc.tuple(fc.constantFrom(...HANDLED_METHODS), fc.jsonValue())
    .map(([method, params]) => encoder.encode(JSON.stringify({ method, params }))),
);

Deno.test("any bytes in any chunks never make the bridge throw, and leave little behind", () => {
  fc.assert(
    fc.property(fc.array(noise, { maxLength: 30 }), cuts, (parts, places) => {
      const bytes = join(parts.flatMap((part) => [part, NEWLINE]));
      const [state] = bridge(cutAt(bytes, places), 200);
      assert.ok(state.shared.text <= bytes.length);
    }),
    { numRuns: 300 },
  );
});

Deno.test("chunks do not matter: the same bytes make the same changes", () => {
  const bytes = join(["turn/started", `{"threadId":"${THREAD}","turnId":"ä€😀"}`, "junk{"]
    .flatMap((text) => [encoder.encode(text), NEWLINE]));
  const [, whole] = bridge([bytes]);
  assert.ok(whole.length > 0);
  fc.assert(fc.property(cuts, (places) => {
    assert.deepEqual(bridge(cutAt(bytes, places))[1], whole);
  }));
});

Deno.test("valid lines among junk are all routed, in their order", () => {
  const junk = noise.map((bytes) => bytes.filter((byte) => byte !== 10))
    // What is a message itself would rightly be routed, too.
    .filter((bytes) => !/method|codex\/event|threadId/.test(new TextDecoder().decode(bytes)));
  const line = (n: number) =>
    encoder.encode(JSON.stringify({
      method: "warning",
      params: { threadId: THREAD, message: `word ${n}` },
    }));
  fc.assert(
    fc.property(fc.array(fc.array(junk, { maxLength: 3 }), { maxLength: 12 }), cuts, (gaps, at) => {
      const parts = gaps.flatMap((gap, n) => [...gap, line(n)]);
      const bytes = join(parts.flatMap((part) => [part, NEWLINE]));
      const [, changes] = bridge(cutAt(bytes, at));
      const told = changes.flatMap((change) =>
        change.type === "warning" && /^word \d+$/.test(change.text) ? [change.text] : []
      );
      assert.deepEqual(told, gaps.map((_, n) => `word ${n}`));
    }),
    { numRuns: 300 },
  );
});

const ITEMS = [
  "userMessage",
  "agentMessage",
  "reasoning",
  "plan",
  "commandExecution",
  "fileChange",
  "mcpToolCall",
  "webSearch",
  "imageView",
  "contextCompaction",
  "subAgentActivity",
];
const DELTAS = [
  "item/agentMessage/delta",
  "item/plan/delta",
  "item/commandExecution/outputDelta",
  "item/reasoning/summaryTextDelta",
  "item/reasoning/textDelta",
  "item/reasoning/summaryPartAdded",
];

/** Few ids and turns, so that messages meet: in right orders, wrong ones, and twice. */
const id = fc.constantFrom("i1", "i2", "i3", "i4");
const turnId = fc.constantFrom(TURN, "another-turn-with-a-long-id", "7");
const text = fc.constantFrom("", "a", "b\n", "**c** ");
const CHANGES: Json = [{ path: "x", kind: { type: "update" }, diff: "@@" }];
const item = fc.record({
  type: fc.constantFrom(...ITEMS),
  id,
  text,
  command: fc.constant("run"),
  summary: fc.array(text, { maxLength: 2 }),
  status: fc.constantFrom("completed", "failed", "inProgress", "declined"),
  source: fc.constantFrom("agent", "userShell"),
  aggregatedOutput: fc.option(text),
  content: fc.array(fc.record({ type: fc.constant("text"), text }), { maxLength: 2 }),
  changes: fc.constant(CHANGES),
});
const diff = fc.array(
  fc.tuple(fc.constantFrom("x", "y"), fc.constantFrom("1", "2")).map(([path, line]) =>
    `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-0\n+${line}\n`
  ),
  { maxLength: 2 },
).map((parts) => parts.join(""));

type Said = { readonly method: string; readonly params: JsonObject; readonly id?: number };
const says = (method: string, params: fc.Arbitrary<JsonObject>): fc.Arbitrary<Said> =>
  fc.tuple(params, turnId).map(([more, turn]) => ({ method, params: { turnId: turn, ...more } }));
const none = fc.constant({});

const said: fc.Arbitrary<Said> = fc.oneof(
  { weight: 2, arbitrary: says("turn/started", none) },
  { weight: 2, arbitrary: says("turn/completed", fc.constant({ status: "completed" })) },
  { weight: 6, arbitrary: says("item/started", fc.record({ item })) },
  { weight: 6, arbitrary: says("item/completed", fc.record({ item })) },
  ...DELTAS.map((method) => ({
    weight: 3,
    arbitrary: says(method, fc.record({ itemId: id, delta: text })),
  })),
  { weight: 2, arbitrary: says("turn/diff/updated", fc.record({ diff })) },
  {
    weight: 2,
    arbitrary: says(
      "turn/plan/updated",
      fc.record({ plan: fc.array(fc.record({ step: text, status: text }), { maxLength: 2 }) }),
    ),
  },
  says("error", fc.record({ willRetry: fc.boolean(), error: fc.constant({ message: "no" }) })),
  says("warning", fc.constant({ message: "careful" })),
  says("thread/closed", none),
  says("serverRequest/resolved", fc.record({ requestId: fc.nat({ max: 3 }) })),
  fc.tuple(
    says("item/commandExecution/requestApproval", fc.record({ itemId: id })),
    fc.nat({ max: 3 }),
  ).map(([one, requestId]) => ({ ...one, id: requestId })),
  ...["task_started", "task_complete", "agent_message_delta", "agent_message", "agent_reasoning"]
    .map((type) =>
      says(
        `codex/event/${type}`,
        fc.record({ msg: fc.record({ message: text, delta: text, text }), id: turnId }),
      )
    ),
);

/** Routes what is said in one thread; at the end the app-server is gone. */
function talk(all: readonly Said[]): { changes: Change[]; snapshots: [number, unknown][] } {
  const state = initialState();
  const changes: Change[] = [];
  const snapshots: [number, unknown][] = [];
  all.forEach(({ method, params, id }, ms) => {
    const body = { threadId: THREAD, ...params };
    const message = id === undefined
      ? { kind: "notification", method, params: body, emittedAtMs: null } as const
      : { kind: "request", id, method, params: body } as const;
    changes.push(...route(state, message, Math.floor(ms / 2)).changes);
    snapshots.push([changes.length, structuredClone(liveOf(state.threads.get(THREAD)))]);
  });
  changes.push(...endAll(state, all.length).get(THREAD) ?? []);
  assert.equal(state.shared.text, 0, "text is counted that nobody has");
  return { changes, snapshots };
}

Deno.test("whatever is said in whatever order, stream, replay and late pages show the same", () => {
  fc.assert(
    fc.property(fc.array(said, { maxLength: 80, size: "max" }), (all) => {
      const { changes, snapshots } = talk(all);
      mirrors(changes, snapshots);
    }),
    { numRuns: 500 },
  );
});

Deno.test("a server that never ends anything does not fill the memory", () => {
  const state = initialState();
  const say = (method: string, params: JsonObject, id?: number) => {
    const message = id === undefined
      ? { kind: "notification", method, params, emittedAtMs: null } as const
      : { kind: "request", id, method, params } as const;
    route(state, message, 1);
  };
  const big = "x".repeat(200_000);
  for (let n = 0; n < 600; n++) {
    const threadId = `thread-with-a-long-enough-name-${n % 300}`;
    const at = { threadId, turnId: `turn-with-a-long-enough-name-${n}` };
    say("turn/started", { ...at, turn: { id: at.turnId } });
    for (let k = 0; k < 5; k++) {
      const type = ["agentMessage", "commandExecution", "reasoning", "plan"][k % 4]!;
      say("item/started", { ...at, item: { type, id: `i${n}-${k}`, command: big } });
      for (const method of DELTAS) say(method, { ...at, itemId: `i${n}-${k}`, delta: big });
    }
    say("item/started", { ...at, item: { type: "agentMessage", id: big } });
    say("item/commandExecution/requestApproval", { ...at, command: big, reason: big }, n);
    say("turn/diff/updated", { ...at, diff: `--- a/${n}\n+++ b/${n}\n@@ -1 +1 @@\n-${big}\n+a\n` });
  }
  assert.ok(state.threads.size <= MOST.threads);
  const held = [...state.threads.values()].flatMap((thread) => [...thread.open.values()]);
  const sum = held.reduce((all, { text }) => all + text.length, 0);
  assert.ok(sum <= 70 * 1024 * 1024, `${sum} characters are held`);
  assert.ok(held.every(({ text }) => text.length <= LONGEST.message + 100));
  for (const thread of state.threads.values()) {
    assert.ok([...thread.open.keys(), ...thread.cut.keys()].every((key) => key.length < 600));
    assert.ok(thread.open.size <= MOST.openItems && thread.cut.size <= MOST.cutItems);
  }
});

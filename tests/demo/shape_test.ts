import assert from "node:assert/strict";
import { SCENARIOS } from "../../lib/demo/scenarios/index.ts";
import { listRecordings, loadRecording, type Message } from "../harness/recordings.ts";
import { DemoClient, type DemoMessage, type Fields } from "./demo_client.ts";
import { Shapes } from "./shapes.ts";

// Notifications by method and item type, requests by method, replies by the method they answer.
function nameOf(
  message: DemoMessage | Message,
  asked: (id: unknown) => string | undefined,
): string {
  const { method, params, id } = message as DemoMessage;
  const type = params?.item?.type;
  if (method !== undefined) return type ? `${method} ${type}` : method;
  return `${"error" in message ? "error" : "reply to"} ${asked(id)}`;
}

function learnRecordings(): Shapes {
  const shapes = new Shapes();
  for (const recording of listRecordings()) {
    const asked = new Map<unknown, string>();
    for (const { dir, msg } of loadRecording(recording)) {
      if (dir === "in") {
        if (msg.method !== undefined) asked.set(msg.id, String(msg.method));
      } else {
        shapes.learn(nameOf(msg, (id) => asked.get(id)), msg);
      }
    }
  }
  return shapes;
}

/** Answers whatever the agent asks for. */
function answerTo({ method, id }: DemoMessage): DemoMessage | undefined {
  const results: Record<string, Fields> = {
    "item/commandExecution/requestApproval": { decision: "accept" },
    "item/fileChange/requestApproval": { decision: "accept" },
    "mcpServer/elicitation/request": { action: "accept", content: {}, _meta: null },
    "item/tool/requestUserInput": { answers: { choice: { answers: ["Town quay"] } } },
  };
  const result = results[method ?? ""];
  return result && { id: id!, result };
}

async function playThrough(client: DemoClient, threadId: string, words: string): Promise<void> {
  const from = client.received.length;
  await client.say(threadId, words, { clientUserMessageId: `c-${words}` });
  const answered = new Set<unknown>();
  await client.until((message) => {
    const answer = answered.has(message.id) ? undefined : answerTo(message);
    if (answer) {
      answered.add(answer.id);
      client.send(answer);
    }
    return message.method === "turn/completed";
  }, from);
}

Deno.test("every message of every scenario has the shape of a recorded one of the real server", async () => {
  const shapes = learnRecordings();
  const { client, threadId } = await DemoClient.withThread();
  for (const { name } of SCENARIOS) await playThrough(client, threadId, name);
  await client.close();
  const asked = (id: unknown) => ["", "initialize", "thread/start"][Number(id)] ?? "turn/start";
  const names = new Set<string>();
  const differences = client.received.flatMap((message) => {
    const name = nameOf(message, asked);
    names.add(name);
    return shapes.differences(name, message);
  });
  assert.deepEqual([...new Set(differences)], []);
  const kinds = ["reasoning", "commandExecution", "fileChange", "agentMessage", "mcpToolCall"];
  for (const kind of kinds) assert.ok(names.has(`item/completed ${kind}`), kind);
  for (const method of ["turn/plan/updated", "turn/diff/updated", "error"]) {
    assert.ok(names.has(method), method);
  }
});

Deno.test("the answers of all methods have the shape of the recorded answers", async () => {
  const shapes = learnRecordings();
  const params = { sandbox: "danger-full-access" };
  const { client, threadId } = await DemoClient.withThread({ params });
  await client.turn(threadId, "hello");
  const fork = await client.call("thread/fork", { threadId });
  const calls: [string, Fields][] = [
    ["thread/resume", { threadId, excludeTurns: true }],
    ["thread/resume", { threadId: "01a1ee1a-0000-7000-8000-000000000000", ...params }],
    ["thread/turns/list", { threadId }],
    ["thread/turns/list", { threadId, limit: 1, sortDirection: "asc", itemsView: "full" }],
    ["thread/name/set", { threadId, name: "A name" }],
    ["thread/list", {}],
    ["thread/loaded/list", {}],
    ["thread/read", { threadId, includeTurns: true }],
    ["thread/settings/update", { threadId, effort: "low" }],
    ["thread/inject_items", { threadId, items: [{ type: "message" }] }],
    ["thread/archive", { threadId: fork.thread.id }],
    ["thread/unarchive", { threadId: fork.thread.id }],
    ["thread/compact/start", { threadId }],
    ["model/list", {}],
    ["mcpServerStatus/list", {}],
    ["collaborationMode/list", {}],
    ["account/read", {}],
    ["getAuthStatus", {}],
    ["account/rateLimits/read", {}],
    ["thread/read", { threadId: "nope" }],
    ["turn/steer", { threadId, input: [], expectedTurnId: "x" }],
    ["turn/interrupt", { threadId, turnId: "x" }],
  ];
  const differences: string[] = [];
  const from = client.received.length;
  for (const [method, params] of calls) {
    const reply = await client.ask(method, params);
    differences.push(...shapes.differences(nameOf(reply, () => method), reply));
    await client.settle();
  }
  for (const message of client.received.slice(from).filter((one) => one.method !== undefined)) {
    differences.push(...shapes.differences(nameOf(message, () => undefined), message));
  }
  await client.close();
  assert.deepEqual(differences, []);
});

Deno.test("the comparison of shapes notices a missing key, a key too many and a wrong type", () => {
  const shapes = new Shapes();
  shapes.learn("m", { a: 1, b: { c: "x" }, d: [{ type: "t", e: 1 }] });
  assert.deepEqual(shapes.differences("m", { a: 2, b: { c: "y" }, d: [{ type: "t", e: 5 }] }), []);
  assert.deepEqual(shapes.differences("m", { a: 2, b: { c: "y" }, d: [] }), []);
  assert.deepEqual(shapes.differences("m", { a: 2, b: {}, d: [] }), ["m.b.c: missing"]);
  assert.deepEqual(shapes.differences("m", { a: "2", b: { c: "y" }, d: [] }), [
    "m.a: string instead of number",
  ]);
  assert.deepEqual(
    shapes.differences("m", { a: 2, b: { c: "y" }, d: [{ type: "t", e: 1, f: 1 }] }),
    [
      "m.d[0].f: unknown to the real server",
    ],
  );
  assert.equal(shapes.differences("n", {}).length, 1);
});

// Plays small scenes that do what the recorded model did, and compares the order of everything
// that the agent sends in the turn with the recording.

import assert from "node:assert/strict";
import type { Scenario } from "../../lib/demo/scenario.ts";
import { DemoClient, type DemoMessage, type Fields, scene } from "./demo_client.ts";
import { orderOf, recordedTurn } from "./wire_order.ts";

const OK = { do: "say", text: "ok" };
const TOUCH = { do: "command", command: "touch x", ask: "" };
const ADD = { path: "b.txt", kind: "add", diff: "hello\nworld\n" };
const LONG = { do: "say", text: "w0 w1 w2 w3 w4 w5 w6 w7 w8 w9 w10 w11 w12" };

type Act = (client: DemoClient, threadId: string, turnId: string, from: number) => Promise<void>;

/** The order of a turn of one scene, in a thread where the model has been called before. */
async function playedTurn(steps: unknown[], act: Act = async () => {}): Promise<string[]> {
  const { client, threadId } = await DemoClient.withThread({ scenarios: scenes(steps) });
  await client.turn(threadId, "warm up");
  return await playIn(client, threadId, act);
}

async function playIn(client: DemoClient, threadId: string, act: Act): Promise<string[]> {
  const from = client.received.length;
  const turnId = await client.say(threadId, "go");
  await act(client, threadId, turnId, from);
  await client.until((message) => message.method === "turn/completed", from);
  await client.settle();
  const messages = client.received.slice(from);
  await client.close();
  return orderOf(messages as Fields[]);
}

function scenes(steps: unknown[]): Scenario[] {
  return [scene("go", steps), scene("default", [OK]), scene("steered", [OK])];
}

function decide(decision: unknown): Act {
  return async (client, _threadId, _turnId, from) => {
    const asked = await client.until((message) => isRequest(message), from);
    client.send({ id: asked.id!, result: { decision } });
  };
}

function isRequest(message: DemoMessage): boolean {
  return message.method !== undefined && message.id !== undefined;
}

const until = async (client: DemoClient, method: string, from: number) =>
  void await client.until((message) => message.method === method, from);

const interrupt: Act = async (client, threadId, turnId) =>
  void await client.call("turn/interrupt", { threadId, turnId });

const CASES: { what: string; recording: string; text: string; steps: unknown[]; act?: Act }[] = [
  { what: "an answer", recording: "01-hello", text: "hi there", steps: [OK] },
  {
    what: "reasoning between two answers",
    recording: "02-reasoning",
    text: "again",
    steps: [OK, { do: "reason", parts: ["**A** first", "**B** part"], raw: "raw thought" }, OK],
  },
  {
    what: "a command with live output",
    recording: "03-command",
    text: "stream",
    steps: [{ do: "command", command: "x", output: [{ afterMs: 300, text: "line\n" }] }, OK],
  },
  {
    what: "a command that fails before any output is streamed",
    recording: "03-command",
    text: "fail",
    steps: [{ do: "command", command: "x", exitCode: 3 }, OK],
  },
  {
    what: "a command that is accepted",
    recording: "04-command-approval",
    text: "accept",
    steps: [TOUCH, OK],
    act: decide("accept"),
  },
  {
    what: "a command that is declined",
    recording: "04-command-approval",
    text: "decline",
    steps: [TOUCH, OK],
    act: decide("decline"),
  },
  {
    what: "a command that is cancelled",
    recording: "04-command-approval",
    text: "cancel",
    steps: [TOUCH, OK],
    act: decide("cancel"),
  },
  {
    what: "a command whose approval is answered with an error",
    recording: "04-command-approval",
    text: "JSON-RPC error reply",
    steps: [TOUCH, OK],
    act: async (client, _threadId, _turnId, from) => {
      const asked = await client.until(isRequest, from);
      client.send({ id: asked.id!, error: { code: -32000, message: "client says no" } });
    },
  },
  {
    what: "an interrupt while an approval is open",
    recording: "04-command-approval",
    text: "unanswered",
    steps: [TOUCH, OK],
    act: async (client, threadId, turnId, from) => {
      await client.until(isRequest, from);
      await interrupt(client, threadId, turnId, from);
    },
  },
  {
    what: "a new file that is accepted",
    recording: "05-file-change",
    text: "add accepted",
    steps: [{ do: "edit", ask: "", changes: [ADD] }, OK],
    act: decide("accept"),
  },
  {
    what: "a change that is declined",
    recording: "05-file-change",
    text: "update declined",
    steps: [{ do: "edit", ask: "", changes: [ADD] }, OK],
    act: decide("decline"),
  },
  {
    what: "a change that is cancelled",
    recording: "05-file-change",
    text: "cancel",
    steps: [{ do: "edit", ask: "", changes: [ADD] }, OK],
    act: decide("cancel"),
  },
  {
    what: "a change that nobody has to approve",
    recording: "05-file-change",
    text: "never: auto",
    steps: [{ do: "edit", changes: [ADD] }, OK],
  },
  {
    what: "a plan that changes",
    recording: "06-plan",
    text: "plan it",
    steps: [
      { do: "plan", steps: ["Look", "Fix"], done: 0 },
      { do: "plan", steps: ["Look", "Fix"], done: 1 },
      OK,
    ],
  },
  {
    what: "a steer in the middle of a message",
    recording: "07-steer",
    text: "go5",
    steps: [LONG],
    act: async (client, threadId, turnId, from) => {
      await until(client, "item/agentMessage/delta", from);
      const input = [{ type: "text", text: "mid message" }];
      await client.call("turn/steer", { threadId, input, expectedTurnId: turnId });
    },
  },
  {
    what: "a steer while a command runs",
    recording: "07-steer",
    text: "go3",
    steps: [{ do: "command", command: "x", output: [{ afterMs: 1500, text: "slept\n" }] }, LONG],
    act: async (client, threadId, turnId, from) => {
      await client.until((message) => message.params?.item?.type === "commandExecution", from);
      const input = [{ type: "text", text: "during command" }];
      await client.call("turn/steer", { threadId, input, expectedTurnId: turnId });
    },
  },
  {
    what: "an error that ends the turn after one retry",
    recording: "10-errors",
    text: "500 forever",
    steps: [{ do: "retry", message: "Reconnecting", details: "" }, { do: "fail", message: "down" }],
  },
  {
    what: "an error that passes",
    recording: "10-errors",
    text: "drop then ok",
    steps: [
      { do: "say", text: "partial ", dropped: true },
      { do: "retry", message: "Reconnecting", details: "" },
      OK,
    ],
  },
  {
    what: "a tool call that needs consent",
    recording: "14-mcp",
    text: "slow",
    steps: [{ do: "tool", server: "s", tool: "t", arguments: {}, ask: "", result: "done" }, OK],
    act: async (client, _threadId, _turnId, from) => {
      const asked = await client.until(isRequest, from);
      client.send({ id: asked.id!, result: { action: "accept", content: {} } });
    },
  },
];

for (const { what, recording, text, steps, act } of CASES) {
  Deno.test(`${what} comes in the order of the real server (${recording})`, async () => {
    assert.deepEqual(await playedTurn(steps, act), orderOf(recordedTurn(recording, text)));
  });
}

Deno.test("an interrupt of the first answer comes in the order of the real server", async () => {
  const { client, threadId } = await DemoClient.withThread({ scenarios: scenes([LONG]) });
  const order = await playIn(client, threadId, async (...args) => {
    await until(client, "item/agentMessage/delta", args[3]);
    await interrupt(...args);
  });
  assert.deepEqual(order, orderOf(recordedTurn("08-interrupt", "talk")));
});

Deno.test("an interrupted command ends the turn at once and completes later by itself", async () => {
  const steps = [{ do: "command", command: "x", output: [{ afterMs: 20_000, text: "end\n" }] }, OK];
  const { client, threadId } = await DemoClient.withThread({ scenarios: scenes(steps) });
  const turnId = await client.say(threadId, "go");
  await client.until((message) => message.params?.item?.type === "commandExecution");
  await client.call("turn/interrupt", { threadId, turnId });
  const ended = await client.until((message) => message.method === "turn/completed");
  const late = await client.until(({ method, params }) =>
    method === "item/completed" && params?.item.type === "commandExecution"
  );
  await client.close();
  assert.equal(ended.params?.turn.status, "interrupted");
  assert.ok(client.received.indexOf(late) > client.received.indexOf(ended));
  assert.equal(late.params?.item.aggregatedOutput, "end\n");
  assert.equal(late.params?.turnId, turnId);
});

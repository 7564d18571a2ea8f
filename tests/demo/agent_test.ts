import assert from "node:assert/strict";
import { DemoClient, type DemoMessage } from "./demo_client.ts";

const INIT = { clientInfo: { name: "test", title: null, version: "1.2" } };
const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

function answersOf(messages: readonly DemoMessage[]): string[] {
  return messages.filter(({ method, params }) =>
    method === "item/completed" && params?.item.type === "agentMessage"
  ).map(({ params }) => params!.item.text);
}

Deno.test("nothing but initialize is answered before initialize", async () => {
  const client = new DemoClient();
  const early = await client.ask("thread/start", {});
  assert.deepEqual(early.error, { code: -32600, message: "Not initialized" });
  const { userAgent } = await client.call("initialize", INIT);
  assert.match(userAgent, /^test\/0\.169\.0 /);
  const again = await client.ask("initialize", INIT);
  assert.equal(again.error?.message, "Already initialized");
  await client.close();
});

Deno.test("an unknown method gets the real server's error, with the methods there are", async () => {
  const { client } = await DemoClient.withThread();
  const { error } = await client.ask("no/such/method", {});
  assert.equal(error?.code, -32600);
  assert.match(
    error?.message ?? "",
    /^Invalid request: unknown variant `no\/such\/method`, expected one of `initialize`, `thread/,
  );
  const inherited = await client.ask("toString", {});
  assert.match(inherited.error?.message ?? "", /unknown variant/);
  await client.close();
});

Deno.test("lines that are no message are dropped with a line on stderr, and the next one is answered", async () => {
  const { client } = await DemoClient.withThread();
  const junk = [
    "{ this is not json",
    "",
    "[]",
    '"str"',
    "null",
    '{"foo":1}',
    '{"method":"a","id":1.5}',
  ];
  client.sendRaw(junk.map((line) => `${line}\n`).join(""));
  const before = client.received.length;
  await client.call("thread/loaded/list");
  assert.equal(client.received.length, before + 1);
  assert.equal(client.log.length, 6); // all but the empty line
  await client.close();
});

Deno.test("a message may come in pieces, cut inside a character", async () => {
  const { client, threadId } = await DemoClient.withThread();
  const input = [{ type: "text", text: "où? ⚓" }];
  const line = JSON.stringify({ method: "turn/start", id: "s", params: { threadId, input } });
  const bytes = new TextEncoder().encode(`${line}\r\n`);
  for (const byte of bytes) client.sendBytes(new Uint8Array([byte]));
  await client.until((message) => message.id === "s");
  const echo = await client.until((message) => message.params?.item?.type === "userMessage");
  assert.equal(echo.params?.item.content[0].text, "où? ⚓");
  await client.close();
});

Deno.test("the echo carries the client's own id, on turn/start and on turn/steer", async () => {
  const { client, threadId } = await DemoClient.withThread();
  const turnId = await client.say(threadId, "slow", { clientUserMessageId: "c-1" });
  await client.until((message) => message.method === "item/agentMessage/delta");
  const input = [{ type: "text", text: "other" }];
  const steer = { threadId, input, expectedTurnId: turnId, clientUserMessageId: "c-2" };
  await client.call("turn/steer", steer);
  await client.until((message) => message.method === "turn/completed");
  const echoes = client.received.filter(({ method, params }) =>
    method === "item/completed" && params?.item.type === "userMessage"
  );
  assert.deepEqual(echoes.map(({ params }) => params?.item.clientId), ["c-1", "c-2"]);
  await client.close();
});

Deno.test("ids look like those of the real server", async () => {
  const { client, threadId } = await DemoClient.withThread();
  await client.turn(threadId, "reasoning");
  const turn = await client.turn(threadId, "command");
  const items = client.received.filter((message) => message.method === "item/started")
    .map((message) => message.params!.item);
  for (const id of [threadId, turn[0]!.result!.turn.id]) assert.match(id, UUID_V7);
  const forms: Record<string, RegExp> = {
    userMessage: UUID_V7,
    agentMessage: /^msg_[0-9a-f]{8}$/,
    reasoning: /^rs_[0-9a-f]{8}$/,
    commandExecution: /^call_[0-9a-f]{8}$/,
  };
  for (const item of items) assert.match(item.id, forms[item.type]!);
  assert.equal(new Set(items.map((item) => item.id)).size, items.length);
  await client.close();
});

Deno.test("notifications that the client opted out of are not sent", async () => {
  const client = new DemoClient();
  const optOutNotificationMethods = ["account/rateLimits/updated", "item/agentMessage/delta"];
  await client.call("initialize", { ...INIT, capabilities: { optOutNotificationMethods } });
  const { thread } = await client.call("thread/start");
  const turn = await client.turn(thread.id, "hello");
  const methods = new Set(turn.map((message) => message.method));
  for (const method of optOutNotificationMethods) assert.ok(!methods.has(method), method);
  assert.ok(methods.has("thread/tokenUsage/updated"));
  await client.close();
});

Deno.test("an answer streams word by word, about every 25 to 40 milliseconds", async () => {
  const { client, threadId } = await DemoClient.withThread();
  const turn = await client.turn(threadId, "hello");
  const deltas = turn.filter((message) => message.method === "item/agentMessage/delta");
  assert.ok(deltas.length > 40, `${deltas.length} deltas`);
  const times = deltas.map((message) => (message as { emittedAtMs?: number }).emittedAtMs!);
  const gaps = times.slice(1).map((time, at) => time - times[at]!);
  assert.ok(gaps.every((gap) => gap >= 25 && gap <= 40), `gaps of ${[...new Set(gaps)]} ms`);
  assert.equal(deltas.map(({ params }) => params!.delta).join(""), answersOf(turn)[0]);
  await client.close();
});

Deno.test("words that call no scene are quoted back, with the way to a real model", async () => {
  const { client, threadId } = await DemoClient.withThread();
  const [answer] = answersOf(await client.turn(threadId, "Please port our billing to Rust"));
  assert.match(answer!, /“Please port our billing to Rust”/);
  assert.match(answer!, /npm install -g @openai\/codex/);
  await client.close();
});

Deno.test("an empty input makes a turn without an echo", async () => {
  const { client, threadId } = await DemoClient.withThread();
  const from = client.received.length;
  await client.call("turn/start", { threadId, input: [] });
  await client.until((message) => message.method === "turn/completed", from);
  const types = client.received.slice(from).map((message) => message.params?.item?.type);
  assert.ok(!types.includes("userMessage"));
  await client.close();
});

Deno.test("wrong params get the real server's words", async () => {
  const { client, threadId } = await DemoClient.withThread();
  const messageFor = async (method: string, params?: Record<string, unknown>) =>
    (await client.ask(method, params)).error?.message;
  const text = (length: number) => [{ type: "text", text: "x".repeat(length) }];
  assert.equal(await messageFor("thread/start"), "Invalid request: missing field `params`");
  assert.equal(
    await messageFor("turn/start", { threadId }),
    "Invalid request: missing field `input`",
  );
  assert.equal(
    await messageFor("turn/start", { threadId, input: "text" }),
    'Invalid request: invalid type: string "text", expected a sequence',
  );
  assert.equal(
    await messageFor("turn/start", { threadId: "nope", input: [] }),
    "invalid thread id: invalid character: expected an optional prefix of `urn:uuid:` followed by " +
      "[0-9a-fA-F-], found `n` at 1",
  );
  assert.equal(
    await messageFor("thread/start", { sandbox: "nonsense" }),
    "Invalid request: unknown variant `nonsense`, expected one of `read-only`, " +
      "`workspace-write`, `danger-full-access`",
  );
  const { error } = await client.ask("turn/start", { threadId, input: text(1_048_577) });
  assert.deepEqual(error, {
    code: -32602,
    data: { input_error_code: "input_too_large", max_chars: 1048576, actual_chars: 1048577 },
    message: "Input exceeds the maximum length of 1048576 characters.",
  });
  await client.close();
});

Deno.test("after a restart a thread is unknown until it is resumed, and then goes on", async () => {
  const { client } = await DemoClient.withThread();
  const threadId = "01a1ee1a-0000-7000-8000-000000000000";
  const refused = await client.ask("turn/start", { threadId, input: [] });
  assert.equal(refused.error?.message, `thread not found: ${threadId}`);
  const { thread } = await client.call("thread/resume", { threadId, excludeTurns: true });
  assert.equal(thread.id, threadId);
  assert.deepEqual(thread.turns, []);
  const turn = await client.turn(threadId, "hello");
  assert.equal(turn.at(-1)?.params?.turn.status, "completed");
  await client.close();
});

Deno.test("two threads answer at the same time, each under its own id", async () => {
  const { client, threadId: one } = await DemoClient.withThread();
  const { thread: { id: two } } = await client.call("thread/start", {});
  const from = client.received.length;
  await client.say(one, "hello");
  await client.say(two, "plan");
  await client.until((m) => m.method === "turn/completed" && m.params?.threadId === one, from);
  await client.until((m) => m.method === "turn/completed" && m.params?.threadId === two, from);
  const owners = client.received.slice(from).map((message) => message.params?.threadId)
    .filter((owner) => owner !== undefined);
  const firstTwo = owners.indexOf(two);
  assert.ok(firstTwo !== -1 && owners.lastIndexOf(one) > firstTwo, "they interleave");
  const plans = client.received.filter((message) => message.method === "turn/plan/updated");
  assert.ok(plans.every((message) => message.params?.threadId === two));
  await client.close();
});

const MID_TURN = [
  { what: "a command", words: "interrupt", type: "commandExecution" },
  { what: "an answer", words: "slow", type: "agentMessage" },
];

for (const { what, words, type } of MID_TURN) {
  Deno.test(`the end of the client's stream in the middle of ${what} ends the agent at once, without last words`, async () => {
    const { client, threadId } = await DemoClient.withThread();
    await client.say(threadId, words);
    await client.until((message) => message.params?.item?.type === type);
    const said = client.received.length;
    const time = client.now;
    await client.close();
    await client.settle();
    assert.equal(client.received.length, said);
    assert.equal(client.now, time);
    assert.equal(client.sleeping, 0);
  });
}

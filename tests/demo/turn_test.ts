import assert from "node:assert/strict";
import { DemoClient, type DemoMessage, type Fields, scene } from "./demo_client.ts";

const SAY = { do: "say", text: "one two three four five six seven eight nine ten eleven twelve" };
const SCENES = [
  scene("go", [SAY]),
  scene("push", [{
    do: "command",
    command: "git push origin main",
    ask: "why",
    on: {
      accepted: [{ do: "say", text: "accepted" }],
      declined: [{ do: "say", text: "declined" }],
      unasked: [{ do: "say", text: "unasked" }],
    },
  }]),
  scene("other", [{ do: "command", command: "git push origin side", ask: "" }]),
  scene("change", [
    { do: "edit", changes: [{ path: "b.txt", kind: "add", diff: "b\n" }], ask: "" },
    { do: "edit", changes: [{ path: "a.txt", kind: "delete", diff: "a\n" }] },
  ]),
  scene("default", [{ do: "say", text: "heard: {text}" }]),
  scene("steered", [{ do: "say", text: "steered: {text}" }]),
];

const start = (params: Fields = {}) => DemoClient.withThread({ scenarios: SCENES, params });

/** Plays a turn and answers its one request, if it has one, with `result`. */
async function decide(client: DemoClient, threadId: string, text: string, result: Fields) {
  const from = client.received.length;
  await client.say(threadId, text);
  let asked: DemoMessage | undefined;
  await client.until((message) => {
    if (message.id !== undefined && message.method !== undefined && !asked) {
      asked = message;
      client.send({ id: message.id, result });
    }
    return message.method === "turn/completed";
  }, from);
  return { asked, turn: client.received.slice(from) };
}

function lastText(turn: readonly DemoMessage[]): string {
  return turn.findLast((message) => message.method === "turn/completed")?.params?.turn.items[0]
    ?.text;
}

Deno.test("accepting for the session covers the identical command only", async () => {
  const { client, threadId } = await start();
  const first = await decide(client, threadId, "push", { decision: "acceptForSession" });
  assert.equal(first.asked?.id, 0);
  assert.equal(first.asked?.params?.reason, "why");
  assert.equal(lastText(first.turn), "accepted");
  const again = await decide(client, threadId, "push", {});
  assert.equal(again.asked, undefined);
  assert.equal(lastText(again.turn), "unasked");
  const other = await decide(client, threadId, "other", { decision: "accept" });
  assert.equal(other.asked?.id, 1);
  await client.close();
});

Deno.test("accepting with a rule covers every command that begins like it", async () => {
  const { client, threadId } = await start();
  const rule = { acceptWithExecpolicyAmendment: { execpolicy_amendment: ["git", "push"] } };
  const first = await decide(client, threadId, "push", { decision: rule });
  assert.equal(lastText(first.turn), "accepted");
  const other = await decide(client, threadId, "other", {});
  assert.equal(other.asked, undefined);
  await client.close();
});

Deno.test("the policy never asks for nothing", async () => {
  const { client, threadId } = await start({ approvalPolicy: "never" });
  const { asked, turn } = await decide(client, threadId, "push", {});
  assert.equal(asked, undefined);
  assert.equal(lastText(turn), "unasked");
  await client.close();
});

Deno.test("declining lets the turn go on, cancelling interrupts it", async () => {
  const { client, threadId } = await start();
  const declined = await decide(client, threadId, "push", { decision: "decline" });
  assert.equal(lastText(declined.turn), "declined");
  const cancelled = await decide(client, threadId, "push", { decision: "cancel" });
  assert.equal(cancelled.turn.at(-1)?.params?.turn.status, "interrupted");
  const invalid = await decide(client, threadId, "push", { decision: "perhaps" });
  const item = invalid.turn.find((m) =>
    m.method === "item/completed" && m.params?.item.type === "commandExecution"
  );
  assert.equal(item?.params?.item.status, "failed");
  assert.equal(invalid.turn.at(-1)?.params?.turn.status, "completed");
  await client.close();
});

Deno.test("the diff of a turn is cumulative and repeated after each call of the model", async () => {
  const { client, threadId } = await start();
  const { turn } = await decide(client, threadId, "change", { decision: "accept" });
  const diffs = turn.filter((message) => message.method === "turn/diff/updated")
    .map((message) => message.params?.diff as string);
  const files = diffs.map((diff) => diff.match(/^\+\+\+ .*|^--- a.*/gm));
  const b = ["+++ b/b.txt"];
  const both = ["--- a/a.txt", "+++ /dev/null", "+++ b/b.txt"];
  assert.deepEqual(files, [b, b, both, both, both]);
  // The blob id is that of `printf 'b\n' | git hash-object --stdin`.
  assert.ok(
    diffs[0]!.includes(
      "index 0000000000000000000000000000000000000000..61780798228d17af2d34fce4cfbdf35556832472",
    ),
  );
  await client.close();
});

Deno.test("a steer drops the message being streamed and answers in the same turn", async () => {
  const { client, threadId } = await start();
  const turnId = await client.say(threadId, "go");
  await client.until((message) => message.params?.delta === "three ");
  const input = [{ type: "text", text: "turn back" }];
  const reply = await client.call("turn/steer", { threadId, input, expectedTurnId: turnId });
  assert.deepEqual(reply, { turnId });
  const ended = await client.until((message) => message.method === "turn/completed");
  assert.equal(ended.params?.turn.id, turnId);
  const messages = client.received.filter((m) => m.params?.item?.type === "agentMessage");
  const started = messages.filter((m) => m.method === "item/started");
  const completed = messages.filter((m) => m.method === "item/completed");
  assert.equal(started.length, 2);
  assert.deepEqual(completed.map((m) => m.params?.item.text), ["steered: turn back"]);
  await client.close();
});

Deno.test("turn/start during a turn steers it and replies with the same turn", async () => {
  const { client, threadId } = await start();
  const turnId = await client.say(threadId, "go");
  await client.until((message) => message.params?.delta === "three ");
  assert.equal(await client.say(threadId, "turn back"), turnId);
  const ended = await client.until((message) => message.method === "turn/completed");
  assert.equal(lastText([ended]), "steered: turn back");
  await client.close();
});

Deno.test("words that call a scene play it, also when they steer", async () => {
  const { client, threadId } = await start();
  const turnId = await client.say(threadId, "go");
  await client.until((message) => message.params?.delta === "two ");
  const input = [{ type: "text", text: "Push!" }];
  await client.call("turn/steer", { threadId, input, expectedTurnId: turnId });
  const asked = await client.until((message) =>
    message.method?.endsWith("requestApproval") ?? false
  );
  assert.equal(asked.params?.turnId, turnId);
  await client.close();
});

Deno.test("a steer needs a running turn, the right one, and words", async () => {
  const { client, threadId } = await start();
  const input = [{ type: "text", text: "x" }];
  const steer = async (expectedTurnId: string, words: unknown[] = input) =>
    (await client.ask("turn/steer", { threadId, input: words, expectedTurnId })).error?.message;
  assert.equal(await steer("x"), "no active turn to steer");
  const turnId = await client.say(threadId, "go");
  assert.equal(await steer(turnId), "no active turn to steer");
  await client.until((message) => message.method === "turn/started");
  assert.equal(await steer("x"), `expected active turn id \`x\` but found \`${turnId}\``);
  assert.equal(await steer(turnId, []), "input must not be empty");
  await client.until((message) => message.method === "turn/completed");
  assert.equal(await steer(turnId), "no active turn to steer");
  await client.close();
});

Deno.test("an interrupt before turn/started is refused and the turn runs on", async () => {
  const { client, threadId } = await start();
  const turnId = await client.say(threadId, "go");
  const early = await client.ask("turn/interrupt", { threadId, turnId });
  assert.equal(early.error?.message, "no active turn to interrupt");
  const ended = await client.until((message) => message.method === "turn/completed");
  assert.equal(ended.params?.turn.status, "completed");
  await client.close();
});

Deno.test("an interrupted turn is read back as interrupted, without the text that was cut off", async () => {
  const { client, threadId } = await start();
  const turnId = await client.say(threadId, "go");
  await client.until((message) => message.params?.delta === "three ");
  const wrong = await client.ask("turn/interrupt", { threadId, turnId: "x" });
  assert.equal(wrong.error?.message, `expected active turn id x but found ${turnId}`);
  await client.call("turn/interrupt", { threadId, turnId });
  const { thread } = await client.call("thread/read", { threadId, includeTurns: true });
  assert.equal(thread.turns.length, 1);
  assert.equal(thread.turns[0].status, "interrupted");
  assert.deepEqual(thread.turns[0].items.map((item: Fields) => item.type), ["userMessage"]);
  assert.equal(thread.preview, "go");
  await client.close();
});

Deno.test("token counts grow from turn to turn and stay within the context window", async () => {
  const { client, threadId } = await start();
  const usages: Fields[] = [];
  for (const text of ["go", "go", "anything else"]) {
    const turn = await client.turn(threadId, text);
    usages.push(turn.findLast((m) => m.method === "thread/tokenUsage/updated")!.params!.tokenUsage);
  }
  const last = usages.map((usage) => usage.last.inputTokens);
  const total = usages.map((usage) => usage.total.totalTokens);
  assert.ok(last[0] > 5_000 && last[0] < last[1] && last[1] < last[2], `${last}`);
  assert.ok(total[0] < total[1] && total[1] < total[2], `${total}`);
  for (const { last, modelContextWindow } of usages) {
    assert.equal(last.totalTokens, last.inputTokens + last.outputTokens);
    assert.ok(last.cachedInputTokens <= last.inputTokens);
    assert.ok(last.totalTokens < modelContextWindow);
  }
  await client.close();
});

Deno.test("a list of turns comes in pages, the newest first", async () => {
  const { client, threadId } = await start();
  for (const text of ["one", "two", "three"]) await client.turn(threadId, text);
  const first = await client.call("thread/turns/list", { threadId, limit: 2 });
  const { nextCursor: cursor } = first;
  const second = await client.call("thread/turns/list", { threadId, limit: 2, cursor });
  const said = [...first.data, ...second.data].map((turn) => turn.items[0].content[0].text);
  assert.deepEqual(said, ["three", "two", "one"]);
  assert.equal(second.nextCursor, null);
  await client.close();
});

Deno.test("renamed, forked and archived threads show in the list as such", async () => {
  const { client, threadId } = await start();
  await client.turn(threadId, "go");
  await client.call("thread/name/set", { threadId, name: " Tides " });
  const fork = (await client.call("thread/fork", { threadId, excludeTurns: true })).thread;
  await client.call("thread/archive", { threadId });
  const ids = async (params: Fields) =>
    (await client.call("thread/list", params)).data.map((thread: Fields) => thread.id);
  assert.equal(fork.forkedFromId, threadId);
  assert.equal(fork.name, "Tides");
  assert.deepEqual(await ids({}), [fork.id]);
  assert.deepEqual(await ids({ archived: true }), [threadId]);
  await client.call("thread/unarchive", { threadId });
  assert.equal((await ids({})).length, 2);
  await client.close();
});

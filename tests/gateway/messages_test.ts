import assert from "node:assert/strict";
import type { Draft } from "../../lib/gateway/messages.ts";
import type { Bench } from "./with_gateway.ts";
import { withGateway } from "./with_gateway.ts";

const say = (text: string, more: Partial<Draft> = {}): Draft => ({ text, mode: "auto", ...more });

/** Sends the first message and lets its turn run. */
async function running(bench: Bench, id: string): Promise<{ thread: string; turn: string }> {
  const { thread_id } = await bench.gateway.message(id, say("first"));
  const turn = bench.agent.start(thread_id!);
  await bench.event(({ type }) => type === "activity");
  return { thread: thread_id!, turn };
}

Deno.test("two messages to a draft at once make one thread and wait for each other", () =>
  withGateway({}, async ({ gateway, agent, draft }) => {
    const id = await draft();
    const [one, two] = await Promise.all([
      gateway.message(id, say("one")),
      gateway.message(id, say("two")),
    ]);
    assert.deepEqual([one.mode, two.mode], ["turn", "queue"]);
    assert.equal(agent.calls("thread/start").length, 1);
    assert.equal(agent.calls("turn/start").length, 1);
  }));

Deno.test("the next queued message starts when the turn is over, in order", () =>
  withGateway({}, async (bench) => {
    const { gateway, agent, draft, event, of } = bench;
    const id = await draft();
    const { thread } = await running(bench, id);
    for (const text of ["second", "third"]) await gateway.message(id, say(text));
    assert.deepEqual(of("queue").at(-1)?.queue.waiting.map(({ text }) => text), [
      "second",
      "third",
    ]);
    agent.end(thread);
    await event((one) => one.type === "message" && one.entry.text === "second");
    assert.deepEqual((await gateway.queue(id)).waiting.map(({ text }) => text), ["third"]);
    await agent.whenAsked("turn/start", 2);
    agent.start(thread);
    agent.end(thread);
    await event((one) => one.type === "message" && one.entry.text === "third");
    assert.deepEqual((await gateway.queue(id)).waiting, []);
  }));

Deno.test("a queued message has its row only when it is sent", () =>
  withGateway({}, async (bench) => {
    const id = await bench.draft();
    await running(bench, id);
    await bench.gateway.message(id, say("later"));
    assert.deepEqual(await bench.rows(id), ["user: first"]);
  }));

Deno.test("a steer goes into the running turn and names it", () =>
  withGateway({}, async (bench) => {
    const id = await bench.draft();
    const { thread, turn } = await running(bench, id);
    const sent = await bench.gateway.message(id, say("rather this", { mode: "steer" }));
    assert.deepEqual([sent.mode, sent.turn_id], ["steer", turn]);
    const [steer] = bench.agent.calls("turn/steer");
    assert.equal(steer?.params.expectedTurnId, turn);
    assert.equal(steer?.params.threadId, thread);
    assert.deepEqual(await bench.rows(id), ["user: first", "user: rather this"]);
  }));

Deno.test("the echo of a steer that comes before its reply makes no second row", () =>
  withGateway({}, async (bench) => {
    const { agent, gateway, rows, draft } = bench;
    const id = await draft();
    const { thread, turn } = await running(bench, id);
    agent.script = ({ method, params }) => {
      if (method !== "turn/steer") return undefined;
      const content = [{ type: "text", text: "psst" }];
      const clientId = params.clientUserMessageId;
      const item = { type: "userMessage", id: "u", clientId, content };
      agent.say("item/started", { threadId: thread, turnId: turn, item });
      agent.say("item/completed", { threadId: thread, turnId: turn, item });
      return { result: {} };
    };
    await gateway.message(id, say("psst", { mode: "steer" }));
    assert.deepEqual(await rows(id), ["user: first", "user: psst"]);
  }));

Deno.test("a steer that is refused goes into the queue, with the reason", () =>
  withGateway({ messageMode: "steer" }, async (bench) => {
    const { agent, gateway, draft } = bench;
    const id = await draft();
    await running(bench, id);
    agent.script = ({ method }) =>
      method === "turn/steer"
        ? { error: { code: -32600, message: "cannot steer a review turn" } }
        : undefined;
    const sent = await gateway.message(id, say("hm"));
    assert.equal(sent.mode, "queue");
    assert.match(sent.reason ?? "", /cannot steer a review turn/);
    assert.deepEqual((await gateway.queue(id)).waiting.map(({ text }) => text), ["hm"]);
    assert.deepEqual(await bench.rows(id), ["user: first"]);
  }));

Deno.test("the conversation's own choice wins over the service's", () =>
  withGateway({ messageMode: "queue" }, async (bench) => {
    const id = await bench.draft({ message_mode: "steer" });
    await running(bench, id);
    assert.equal((await bench.gateway.message(id, say("now"))).mode, "steer");
  }));

Deno.test("after a stop by a person the queue waits for a word, and then goes on", () =>
  withGateway({}, async (bench) => {
    const { agent, gateway, draft, event } = bench;
    const id = await draft();
    const { thread } = await running(bench, id);
    await gateway.message(id, say("second"));
    await gateway.interrupt(id);
    agent.end(thread, "interrupted");
    await event((one) => one.type === "queue" && one.queue.held === "interrupted");
    assert.equal(agent.calls("turn/start").length, 1);
    await gateway.continueQueue(id);
    assert.equal(agent.calls("turn/start").length, 2);
    assert.deepEqual(await gateway.queue(id).then(({ held, waiting }) => [held, waiting]), [
      null,
      [],
    ]);
  }));

Deno.test("a stop that lets the queue go on does not hold it", () =>
  withGateway({}, async (bench) => {
    const { agent, gateway, draft, event } = bench;
    const id = await draft();
    const { thread } = await running(bench, id);
    await gateway.message(id, say("second"));
    await gateway.interrupt(id, true);
    agent.end(thread, "interrupted");
    await event((one) => one.type === "message" && one.entry.text === "second");
  }));

Deno.test("a new message lifts the hold: it goes first, the queue follows", () =>
  withGateway({}, async (bench) => {
    const { agent, gateway, draft, event } = bench;
    const id = await draft();
    const { thread } = await running(bench, id);
    await gateway.message(id, say("second"));
    agent.end(thread, "failed");
    await event((one) => one.type === "queue" && one.queue.held === "failed");
    assert.equal((await gateway.message(id, say("urgent"))).mode, "turn");
    agent.start(thread);
    agent.end(thread);
    await event((one) => one.type === "message" && one.entry.text === "second");
  }));

Deno.test("the same client id sends once, at the same time, later and after a restart", async () => {
  const home = await Deno.makeTempDir();
  let id = "";
  try {
    await withGateway({ home }, async ({ gateway, agent, draft }) => {
      id = await draft();
      const both = await Promise.all(
        [1, 2].map(() => gateway.message(id, say("once", { clientId: "mine-1" }))),
      );
      const later = await gateway.message(id, say("once", { clientId: "mine-1" }));
      assert.deepEqual([...both, later].map(({ duplicate = false }) => duplicate), [
        false,
        true,
        true,
      ]);
      assert.equal(later.turn_id, both[0]!.turn_id);
      assert.equal(agent.calls("turn/start").length, 1);
      assert.equal(agent.calls("turn/start")[0]?.params.clientUserMessageId, "mine-1");
      agent.start("thread-1");
      agent.end("thread-1");
    });
    await withGateway({ home }, async ({ gateway, agent }) => {
      const again = await gateway.message(id, say("once", { clientId: "mine-1" }));
      assert.equal(again.duplicate, true);
      assert.equal(agent.calls("turn/start").length, 0);
    });
  } finally {
    await Deno.remove(home, { recursive: true });
  }
});

Deno.test("a message for a conversation that is not there is refused", () =>
  withGateway({}, async ({ gateway }) => {
    const gone = crypto.randomUUID();
    await assert.rejects(gateway.message(gone, say("x")), { status: 404 });
    await assert.rejects(gateway.message("../../etc", say("x")), { code: "unknown_conversation" });
  }));

Deno.test("a message that is refused is told in the conversation and to the caller", () =>
  withGateway({}, async ({ gateway, agent, draft, rows }) => {
    const id = await draft();
    agent.script = ({ method }) =>
      method === "turn/start" ? { error: { code: -32600, message: "no quota" } } : undefined;
    await assert.rejects(gateway.message(id, say("x")), { status: 502, code: "app_server_error" });
    assert.deepEqual(await rows(id), ["user: x", "error: Not delivered: turn/start: no quota"]);
    agent.script = () => undefined;
    assert.equal((await gateway.message(id, say("y"))).mode, "turn");
  }));

Deno.test("a thread that the agent has lost from memory is resumed, once", () =>
  withGateway({}, async (bench) => {
    const { gateway, agent, draft } = bench;
    const id = await draft();
    const { thread } = await running(bench, id);
    agent.end(thread);
    await bench.event(({ type }) => type === "status");
    let lost = true;
    agent.script = ({ method }) => {
      if (method === "thread/resume") lost = false;
      const error = { code: -32600, message: `thread not found: ${thread}` };
      return method === "turn/start" && lost ? { error } : undefined;
    };
    assert.equal((await gateway.message(id, say("again"))).mode, "turn");
    const [resume] = agent.calls("thread/resume");
    assert.deepEqual(resume?.params, { threadId: thread, excludeTurns: true, cwd: "/work" });
  }));

Deno.test("an interrupt waits until the turn runs", () =>
  withGateway({}, async ({ gateway, agent, draft }) => {
    const id = await draft();
    const { thread_id } = await gateway.message(id, say("first"));
    const stopped = gateway.interrupt(id);
    await Promise.resolve();
    assert.equal(agent.calls("turn/interrupt").length, 0);
    const turnId = agent.start(thread_id!);
    await stopped;
    assert.deepEqual(agent.calls("turn/interrupt")[0]?.params, { threadId: thread_id, turnId });
  }));

Deno.test("an interrupt without a turn says so", () =>
  withGateway({}, async ({ gateway, draft }) => {
    await assert.rejects(gateway.interrupt(await draft()), { status: 409, code: "no_turn" });
  }));

Deno.test("the first message names the conversation", () =>
  withGateway({}, async ({ gateway, draft, conversations, of }) => {
    const id = await draft();
    await gateway.message(id, say("Fix the build\nplease"));
    assert.equal((await conversations.get(id))?.label, "Fix the build");
    assert.equal(of("conversation").at(-1)?.label, "Fix the build");
  }));

Deno.test("pictures go with the text", () =>
  withGateway({}, async ({ gateway, agent, draft }) => {
    await gateway.message(await draft(), say("look", { images: ["/tmp/a.png"] }));
    assert.deepEqual(agent.calls("turn/start")[0]?.params.input, [
      { type: "text", text: "look", text_elements: [] },
      { type: "localImage", path: "/tmp/a.png" },
    ]);
  }));

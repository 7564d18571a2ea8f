import assert from "node:assert/strict";
import type { Draft } from "../../lib/gateway/messages.ts";
import { fateIn } from "../../lib/gateway/recovery.ts";
import { ScriptedAgent } from "./scripted_agent.ts";
import { withGateway } from "./with_gateway.ts";

const say = (text: string, more: Partial<Draft> = {}): Draft => ({ text, mode: "auto", ...more });

Deno.test("a crash closes the turn as interrupted, the approval as lost, and the queue goes on", () =>
  withGateway({}, async ({ gateway, agent, draft, event, rows, of, appServer }) => {
    const id = await draft();
    const { thread_id, turn_id } = await gateway.message(id, say("first"));
    agent.start(thread_id!);
    agent.ask(7, "item/commandExecution/requestApproval", {
      ...{ threadId: thread_id, turnId: turn_id, itemId: "i", command: "rm" },
    });
    await event(({ type }) => type === "approval");
    await gateway.message(id, say("second"));
    agent.die();
    await event((one) => one.type === "message" && one.entry.text === "second");
    assert.equal(appServer.status.restarts, 1);
    assert.deepEqual(await rows(id), [
      "user: first",
      "approval: lost",
      "status: interrupted",
      "user: second",
    ]);
    assert.deepEqual(
      of("server_status").map(({ state }) => state).filter((s) => s !== "starting"),
      [
        "running",
        "restarting",
        "restarting",
        "running",
      ],
    );
    const [resume] = agent.calls("thread/resume");
    assert.equal(resume?.params.excludeTurns, true);
    await agent.whenAsked("turn/start", 2);
  }));

Deno.test("a message that the agent took to its death is sent again when it is back", () =>
  withGateway({}, async ({ gateway, agent, draft, rows }) => {
    const id = await draft();
    let dying = true;
    agent.script = ({ method }) => {
      if (method !== "turn/start" || !dying) return undefined;
      dying = false;
      agent.die();
      return "silence";
    };
    const sent = await gateway.message(id, say("hello"));
    assert.equal(sent.mode, "queue");
    assert.match(sent.reason ?? "", /again/);
    await agent.whenAsked("turn/start", 2);
    const ids = agent.calls("turn/start").map(({ params }) => params.clientUserMessageId);
    assert.deepEqual(ids, [sent.id, sent.id]);
    assert.deepEqual(await rows(id), ["user: hello"]);
  }));

Deno.test("a message that arrived before the crash is not sent twice", () =>
  withGateway({}, async ({ gateway, agent, draft, rows }) => {
    const id = await draft();
    const { thread_id } = await gateway.message(id, say("first"));
    agent.start(thread_id!);
    agent.end(thread_id!);
    agent.script = ({ method, params }) => {
      if (method !== "turn/start") return undefined;
      // It has acted already when it dies.
      const clientId = params.clientUserMessageId;
      const items = [{ type: "userMessage", clientId }, { type: "commandExecution" }];
      agent.turns.get(thread_id!)!.push({ id: "turn-x", items });
      agent.script = () => undefined;
      agent.die();
      return "silence";
    };
    await gateway.message(id, say("only once"));
    await agent.whenAsked("thread/turns/list", 1);
    await gateway.message(id, say("next"));
    const texts = agent.calls("turn/start").map(({ params }) =>
      (params.input as { text: string }[])[0]!.text
    );
    assert.deepEqual(texts, ["first", "only once", "next"]);
    assert.deepEqual((await rows(id)).filter((row) => row.startsWith("user")), [
      "user: first",
      "user: only once",
      "user: next",
    ]);
  }));

Deno.test("a message that kills the agent each time is not sent for ever", () =>
  withGateway({}, async ({ gateway, agent, draft, event }) => {
    const id = await draft();
    agent.script = ({ method }) => {
      if (method !== "turn/start") return undefined;
      agent.die();
      return "silence";
    };
    await gateway.message(id, say("poison"));
    await event((one) => one.type === "error" && one.entry.text.includes("each time"));
    await agent.whenAsked("turn/start", 2);
  }));

Deno.test("after a restart of ours, what was accepted goes out by itself", async () => {
  const home = await Deno.makeTempDir();
  const agent = new ScriptedAgent();
  let id = "";
  try {
    await withGateway({ home, agent }, async ({ gateway, draft, conversations }) => {
      id = await draft();
      const { thread_id } = await gateway.message(id, say("first"));
      agent.start(thread_id!);
      await gateway.message(id, say("second"));
      await gateway.message(id, say("third"));
      await conversations.close();
      // As after kill -9: nobody gets to write anything any more.
      await Deno.copyFile(`${home}/conversations/${id}/queue.json`, `${home}/queue.copy`);
    });
    await Deno.rename(`${home}/queue.copy`, `${home}/conversations/${id}/queue.json`);
    await withGateway({ home, agent }, async ({ gateway, rows }) => {
      // The thread has the first message, and nothing had come of it.
      await agent.whenAsked("turn/start", 2);
      const [, again] = agent.calls("turn/start");
      assert.equal((again?.params.input as { text: string }[])[0]!.text, "first");
      assert.deepEqual((await gateway.queue(id)).waiting.map(({ text }) => text), [
        "second",
        "third",
      ]);
      assert.equal((await rows(id)).filter((row) => row === "user: first").length, 1);
    });
  } finally {
    await Deno.remove(home, { recursive: true });
  }
});

Deno.test("while the agent restarts a message waits, and is refused with a hint if it takes long", () =>
  withGateway({ restartMs: 50, backoffMs: 600_000 }, async (bench) => {
    const { gateway, agent, appServer, draft, event, rows } = bench;
    const id = await draft();
    agent.die();
    await event((one) => one.type === "server_status" && one.state === "restarting");
    await assert.rejects(gateway.message(id, say("too soon")), {
      status: 503,
      code: "app_server_not_running",
      retryAfterS: 2,
    });
    assert.deepEqual(await rows(id), []);
    await appServer.start();
    assert.equal((await gateway.message(id, say("now"))).mode, "turn");
  }));

Deno.test("a message during a short restart just takes a little longer", () =>
  withGateway({ backoffMs: 20 }, async ({ gateway, agent, draft, event }) => {
    const id = await draft();
    agent.die();
    await event((one) => one.type === "server_status" && one.state === "restarting");
    assert.equal((await gateway.message(id, say("hello"))).mode, "turn");
  }));

Deno.test("a thread that never had a turn is started afresh, one that had is a question", () =>
  withGateway({}, async ({ gateway, agent, draft, rows, conversations }) => {
    const id = await draft({ thread_id: "lost" });
    agent.script = ({ method }) =>
      method === "thread/resume"
        ? { error: { code: -32600, message: "no rollout found for thread id lost" } }
        : undefined;
    const { thread_id } = await gateway.message(id, say("hello"));
    assert.equal(thread_id, "thread-1");
    const broken = "failed to read thread: thread-store internal error: no session metadata";
    agent.script = ({ method }) =>
      method === "thread/resume" ? { error: { code: -32603, message: broken } } : undefined;
    const other = await draft({ thread_id: "lost" });
    const entry = { id: "a", ts: "2026-01-01T00:00:00Z", role: "assistant" as const, text: "hi" };
    await conversations.transcript(other).append([entry]);
    await assert.rejects(gateway.message(other, say("hello")), { code: "thread_lost" });
    await gateway.act(other, "fresh_start", {});
    assert.equal((await gateway.message(other, say("hello again"))).mode, "turn");
    assert.ok((await rows(other)).some((row) => row.startsWith("error: Not delivered")));
  }));

Deno.test("the fate of a message is read from the turns of its thread", () => {
  const message = { type: "userMessage", clientId: "m" };
  const other = { type: "userMessage", clientId: "x" };
  assert.equal(fateIn([{ items: [other] }], "m"), "absent");
  assert.equal(fateIn([{ items: [message] }], "m"), "idle");
  assert.equal(fateIn([{ items: [other, message] }], "m"), "idle");
  assert.equal(fateIn([{ items: [message, { type: "agentMessage" }] }], "m"), "acted");
  assert.equal(fateIn([{ items: "?" }, {}], "m"), "absent");
});

import assert from "node:assert/strict";
import type { Bench } from "./with_gateway.ts";
import { withGateway } from "./with_gateway.ts";

async function running(bench: Bench) {
  const id = await bench.draft();
  const { thread_id } = await bench.gateway.message(id, { text: "go", mode: "auto" });
  const turnId = bench.agent.start(thread_id!);
  await bench.event(({ type }) => type === "activity");
  return { id, threadId: thread_id!, turnId };
}

Deno.test("a request that nobody understands is refused, and a person can see it", () =>
  withGateway({}, async (bench) => {
    const { threadId } = await running(bench);
    bench.agent.ask(3, "item/tool/call", { threadId, tool: "x" });
    const warning = await bench.event(({ type }) => type === "warning");
    assert.match((warning as { text: string }).text, /item\/tool\/call is not supported/);
    const { id, error } = bench.agent.answers[0]!;
    assert.deepEqual([id, (error as { code: number }).code], [3, -32601]);
  }));

Deno.test("the time is told without asking a person", () =>
  withGateway({}, async ({ agent, events, appServer }) => {
    agent.ask(0, "currentTime/read", {});
    agent.raw("");
    await appServer.client.request("model/list", {});
    const { currentTimeAt } = agent.answers[0]!.result as { currentTimeAt: number };
    assert.ok(Math.abs(currentTimeAt - Date.now() / 1_000) < 60);
    assert.ok(!events.some(({ type }) => type === "warning"));
  }));

Deno.test("what a sub-agent asks is asked in the conversation that started it", () =>
  withGateway({}, async (bench) => {
    const { agent, gateway, event } = bench;
    const { id, threadId } = await running(bench);
    agent.say("thread/started", { thread: { id: "child", parentThreadId: threadId } });
    agent.say("turn/started", { threadId: "child", turn: { id: "turn-of-child" } });
    const item = { type: "agentMessage", id: "m", text: "my own words" };
    agent.say("item/completed", { threadId: "child", turnId: "turn-of-child", item });
    agent.ask(4, "item/commandExecution/requestApproval", {
      ...{ threadId: "child", turnId: "turn-of-child", itemId: "i", command: "ls" },
    });
    const asked = await event(({ type }) => type === "approval");
    assert.equal(asked.conversation_id, id);
    const { live } = await gateway.open(id);
    assert.equal(live.approvals.length, 1);
    await gateway.decide(id, live.approvals[0]!.id, "accept");
    assert.deepEqual(agent.answers, [{ id: 4, result: { decision: "accept" } }]);
    assert.deepEqual(await bench.rows(id), ["user: go", "approval: accepted"]);
    const all = gateway.snapshot(null);
    assert.deepEqual("running" in all && all.running.map(({ approvals }) => approvals), [0]);
  }));

Deno.test("a thread that is nobody's is ignored, but what it asks does not hang", () =>
  withGateway({}, async ({ agent, event, of }) => {
    agent.say("turn/started", { threadId: "stranger", turn: { id: "t" } });
    agent.ask(9, "item/commandExecution/requestApproval", {
      ...{ threadId: "stranger", turnId: "t", itemId: "i", command: "ls" },
    });
    await event(({ type }) => type === "warning");
    assert.equal(agent.answers[0]?.id, 9);
    assert.ok(agent.answers[0]?.error !== undefined);
    assert.deepEqual([...of("activity"), ...of("approval")], []);
  }));

Deno.test("two decisions at once: one counts, the other is told so; a third kind is refused", () =>
  withGateway({}, async (bench) => {
    const { agent, gateway, event } = bench;
    const { id, threadId, turnId } = await running(bench);
    agent.ask(0, "item/fileChange/requestApproval", { threadId, turnId, itemId: "i" });
    const asked = await event(({ type }) => type === "approval");
    const approvalId = (asked as unknown as { approval: { id: string } }).approval.id;
    await assert.rejects(gateway.decide(id, approvalId, "maybe"), { status: 400 });
    const decisions = ["decline", "accept"] as const;
    const outcomes = await Promise.allSettled(
      decisions.map((decision) => gateway.decide(id, approvalId, decision)),
    );
    // Which of them is quicker is up to the disk.
    const first = outcomes.findIndex(({ status }) => status === "fulfilled");
    const other = outcomes[1 - first];
    assert.equal(other?.status === "rejected" && other.reason.code, "already_decided");
    assert.deepEqual(agent.answers.map(({ result }) => result), [{ decision: decisions[first] }]);
    await assert.rejects(gateway.decide(id, "no-such", "accept"), { code: "already_decided" });
  }));

Deno.test("an approval that the server withdraws can not be decided any more", () =>
  withGateway({}, async (bench) => {
    const { agent, gateway, event, rows } = bench;
    const { id, threadId, turnId } = await running(bench);
    agent.ask(0, "item/fileChange/requestApproval", { threadId, turnId, itemId: "i" });
    await event(({ type }) => type === "approval");
    const [approval] = (await gateway.open(id)).live.approvals;
    agent.say("serverRequest/resolved", { threadId, requestId: 0 });
    await event(({ type }) => type === "approval_resolved");
    await assert.rejects(gateway.decide(id, approval!.id, "accept"), { status: 409 });
    assert.deepEqual(await rows(id), ["user: go", "approval: withdrawn"]);
  }));

Deno.test("junk, answers to nobody and endless lines harm nothing", () =>
  withGateway({}, async (bench) => {
    const { agent, reports } = bench;
    for (const line of ["", "{", "[]", "null", '{"id":999,"result":1}', '{"id":"x","error":{}}']) {
      agent.raw(line);
    }
    const { id } = await running(bench);
    assert.deepEqual(await bench.rows(id), ["user: go"]);
    assert.deepEqual(reports, []);
  }));

Deno.test("a deleted conversation is forgotten: its turn is stopped, its events go nowhere", () =>
  withGateway({}, async (bench) => {
    const { agent, gateway, conversations, events } = bench;
    const { id, threadId, turnId } = await running(bench);
    await gateway.message(id, { text: "queued", mode: "queue" });
    await conversations.delete(id, "2026-01-01T00:00:00Z");
    assert.deepEqual(agent.calls("turn/interrupt")[0]?.params, { threadId, turnId });
    const before = events.length;
    agent.say("turn/completed", { threadId, turn: { id: turnId, status: "interrupted" } });
    await bench.appServer.client.request("model/list", {});
    assert.equal(events.length, before);
    await assert.rejects(gateway.message(id, { text: "x", mode: "auto" }), { status: 404 });
  }));

Deno.test("a transcript that cannot be written is told in the conversation", () =>
  withGateway({}, async (bench) => {
    const { conversations, event, draft, gateway } = bench;
    const id = await draft();
    // A folder in the place of the file is as good as a full disk.
    await Deno.mkdir(`${conversations.folderOf(id)}/transcript.jsonl`);
    const sent = await gateway.message(id, { text: "hello", mode: "auto" });
    assert.equal(sent.mode, "turn");
    const warning = await event(({ type }) => type === "warning");
    assert.match((warning as { text: string }).text, /transcript could not be written/);
    await Deno.remove(`${conversations.folderOf(id)}/transcript.jsonl`);
  }));

Deno.test("a queue that cannot be written accepts nothing", () =>
  withGateway({}, async (bench) => {
    const { conversations, gateway } = bench;
    const { id } = await running(bench);
    await gateway.flush();
    const file = `${conversations.folderOf(id)}/queue.json`;
    await Deno.remove(file);
    await Deno.mkdir(`${file}/occupied`, { recursive: true });
    await assert.rejects(gateway.message(id, { text: "later", mode: "queue" }), {
      status: 507,
      code: "not_stored",
    });
    assert.deepEqual((await gateway.queue(id)).waiting, []);
    await Deno.remove(file, { recursive: true });
  }));

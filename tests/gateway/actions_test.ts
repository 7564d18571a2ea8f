import assert from "node:assert/strict";
import { withGateway } from "./with_gateway.ts";

Deno.test("a draft can be forked, but neither compacted nor reviewed", () =>
  withGateway({}, async ({ gateway, draft, agent }) => {
    const id = await draft({ label: "Plan" });
    const fork = await gateway.act(id, "fork", {});
    assert.equal(fork.thread_id, null);
    assert.notEqual(fork.id, id);
    await assert.rejects(gateway.act(id, "compact", {}), { status: 409, code: "no_thread" });
    await assert.rejects(gateway.act(id, "review", {}), { code: "no_thread" });
    assert.equal(agent.calls("thread/start").length, 0);
  }));

Deno.test("a running turn stands in the way of a compaction", () =>
  withGateway({}, async ({ gateway, draft, agent }) => {
    const id = await draft();
    await gateway.message(id, { text: "go", mode: "auto" });
    await assert.rejects(gateway.act(id, "compact", {}), { status: 409, code: "turn_running" });
    assert.equal(agent.calls("thread/compact/start").length, 0);
  }));

Deno.test("a fork from a turn has the entries up to its end", () =>
  withGateway({}, async ({ gateway, draft, agent, conversations, event, rows }) => {
    const id = await draft();
    const turns: string[] = [];
    for (const text of ["one", "two"]) {
      const { thread_id, turn_id } = await gateway.message(id, { text, mode: "auto" });
      agent.start(thread_id!);
      agent.end(thread_id!);
      await event((each) => each.type === "status" && each.entry.turn_id === turn_id);
      turns.push(turn_id!);
    }
    const fork = await gateway.act(id, "fork", { turn_id: turns[0], label: "From one" });
    assert.equal(agent.calls("thread/fork")[0]?.params.lastTurnId, turns[0]);
    assert.deepEqual(await rows(fork.id!), ["user: one", "status: completed"]);
    assert.equal((await conversations.get(fork.id!))?.label, "From one");
    await assert.rejects(gateway.act(id, "fork", { turn_id: "no-such" }), { status: 404 });
  }));

Deno.test("what to review is told in the protocol's words", () =>
  withGateway({}, async ({ gateway, draft, agent }) => {
    const id = await draft({ thread_id: "t" });
    for (const options of [{}, { branch: "main" }, { commit: "abc" }, { instructions: "look" }]) {
      await gateway.act(id, "review", options);
    }
    assert.deepEqual(agent.calls("review/start").map(({ params }) => params.target), [
      { type: "uncommittedChanges" },
      { type: "baseBranch", branch: "main" },
      { type: "commit", sha: "abc", title: null },
      { type: "custom", instructions: "look" },
    ]);
  }));

Deno.test("names and archiving are told to the agent; that it refuses is no harm", () =>
  withGateway({}, async ({ gateway, draft, agent, conversations }) => {
    const id = await draft({ thread_id: "t", label: "Old" });
    agent.script = ({ method }) =>
      method === "thread/archive" ? { error: { code: -1, message: "no" } } : undefined;
    await gateway.act(id, "rename", { label: " New " });
    await gateway.act(id, "archive", {});
    await gateway.act(id, "unarchive", {});
    await conversations.update(id, { pinned: true });
    await gateway.models();
    const told = agent.asked.filter(({ method }) => /^thread\/(name|.?.?archive)/.test(method));
    assert.deepEqual(told.map(({ method, params }) => [method, params.name]), [
      ["thread/name/set", "New"],
      ["thread/archive", undefined],
      ["thread/unarchive", undefined],
    ]);
    await assert.rejects(gateway.act(id, "rename", { label: " " }), { status: 400 });
  }));

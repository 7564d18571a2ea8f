import assert from "node:assert/strict";
import type { RpcCall } from "../../lib/gateway/rpc.ts";
import { withGateway } from "./with_gateway.ts";

const call = (method: string, more: Partial<RpcCall> = {}): RpcCall => ({
  ...{ id: 1, method, params: {}, tab: null, conversationId: null },
  ...more,
});

Deno.test("a method that is not listed is refused, and never reaches the agent", () =>
  withGateway({}, async ({ gateway, agent }) => {
    for (const method of ["fs/writeFile", "command/exec", "account/logout", "initialize", "x"]) {
      await assert.rejects(gateway.rpc(call(method)), {
        status: 403,
        code: "method_not_allowed",
      });
      assert.equal(agent.calls(method).filter(({ id }) => id !== 1).length, 0, method);
    }
  }));

Deno.test("the tab that asked gets the answer as an event, under its own id", () =>
  withGateway({}, async ({ gateway, agent, events }) => {
    agent.script = ({ method }) =>
      method === "model/list" ? { result: { data: ["m"] } } : undefined;
    const answers = await Promise.all([
      gateway.rpc(call("model/list", { id: "mine", tab: "one" })),
      gateway.rpc(call("model/list", { id: "mine", tab: "two" })),
      gateway.rpc(call("model/list", { id: 7 })),
    ]);
    assert.deepEqual(answers, Array(3).fill({ data: ["m"] }));
    const told = events.filter(({ type }) => type === "rpc_response");
    assert.deepEqual(
      told.map((event) => [event.conversation_id, (event as { id?: unknown }).id]),
      [["one", "mine"], ["two", "mine"]],
    );
  }));

Deno.test("an error of the agent comes back with its code", () =>
  withGateway({}, async ({ gateway, agent, of }) => {
    agent.script = () => ({ error: { code: -32600, message: "thread not loaded: x" } });
    await assert.rejects(gateway.rpc(call("thread/read", { tab: "one" })), { status: 502 });
    assert.deepEqual(of("rpc_error")[0]?.error, {
      code: -32600,
      message: "thread/read: thread not loaded: x",
    });
  }));

Deno.test("the conversation's settings are put in, and win over what the tab says", () =>
  withGateway({}, async ({ gateway, agent, draft, conversations }) => {
    const id = await draft({ model: "chosen", approval: "never" });
    const params = { model: "other", input: [] };
    const started = await gateway.rpc(call("thread/start", { params, conversationId: id }));
    assert.equal(agent.calls("thread/start")[0]?.params.model, "chosen");
    const threadId = (started as { thread: { id: string } }).thread.id;
    assert.equal((await conversations.get(id))?.thread_id, threadId);
    await gateway.rpc(call("turn/start", { params: { threadId, input: [] } }));
    const { model, approvalPolicy, summary } = agent.calls("turn/start")[0]!.params;
    assert.deepEqual([model, approvalPolicy, summary], ["chosen", "never", "auto"]);
  }));

Deno.test("a tab that names another thread than the conversation has is told that it is stale", () =>
  withGateway({}, async ({ gateway, agent, draft }) => {
    const id = await draft({ thread_id: "new" });
    const params = { threadId: "old", input: [] };
    await assert.rejects(gateway.rpc(call("turn/start", { params, conversationId: id })), {
      status: 409,
      code: "stale_tab",
    });
    assert.equal(agent.calls("turn/start").length, 0);
  }));

Deno.test("an answer too large for the stream is still given to the caller", () =>
  withGateway({}, async ({ gateway, agent, of }) => {
    const text = "x".repeat(200_000);
    agent.script = ({ method }) => method === "thread/read" ? { result: { text } } : undefined;
    assert.deepEqual(await gateway.rpc(call("thread/read", { tab: "one" })), { text });
    const [event] = of("rpc_response");
    assert.deepEqual([event?.result, event?.too_large], [null, true]);
  }));

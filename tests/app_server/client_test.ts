import assert from "node:assert/strict";
import { Client, RPC_GONE, RPC_TIMEOUT, RpcFailure } from "../../lib/app_server/client.ts";
import { MemoryTransport } from "../../lib/app_server/memory_transport.ts";
import type { Message } from "../../lib/protocol/message.ts";

Deno.test("answers find their request, whatever their order", async () => {
  const pipe = new MemoryTransport();
  const client = new Client(pipe, () => {});
  const [a, b] = [client.request("a", {}), client.request("b", {})];
  const ids = pipe.sent.map((line) => JSON.parse(line).id);
  pipe.say({ id: ids[1], result: "for b" });
  pipe.say({ id: ids[0], result: "for a" });
  assert.deepEqual(await Promise.all([a, b]), ["for a", "for b"]);
});

Deno.test("a request of the server with the id of ours is not taken for an answer", async () => {
  const seen: Message[] = [];
  const pipe = new MemoryTransport();
  const client = new Client(pipe, (message) => seen.push(message));
  const answer = client.request("ours", {});
  const { id } = JSON.parse(pipe.sent[0]!);
  pipe.say({ id, method: "item/ask", params: {} });
  pipe.say({ id, result: 1 });
  assert.equal(await answer, 1);
  assert.deepEqual(seen.map((message) => message.kind), ["request"]);
});

Deno.test("an error answer rejects with the server's words and code", async () => {
  const pipe = new MemoryTransport((line, self) =>
    self.say({ id: JSON.parse(line).id, error: { code: -32600, message: "Not initialized" } })
  );
  const client = new Client(pipe, () => {});
  await assert.rejects(client.request("turn/start", {}), (error: RpcFailure) => {
    assert.equal(error.code, -32600);
    return error.message === "turn/start: Not initialized";
  });
});

Deno.test("a request that is never answered is given up, and a late answer harms nobody", async () => {
  const pipe = new MemoryTransport();
  const client = new Client(pipe, () => {});
  await assert.rejects(client.request("lost", {}, 5), { code: RPC_TIMEOUT });
  pipe.say({ id: JSON.parse(pipe.sent[0]!).id, result: 1 });
  pipe.say({ id: 12345, result: 1 });
  pipe.die();
  await pipe.ended;
});

Deno.test("all that waits is told when the server dies", async () => {
  const pipe = new MemoryTransport();
  const client = new Client(pipe, () => {});
  const waiting = client.request("a", {});
  pipe.die("was ended by SIGKILL");
  await assert.rejects(waiting, {
    code: RPC_GONE,
    message: /a: the app-server was ended by SIGKILL/,
  });
  await assert.rejects(client.request("b", {}), { code: RPC_GONE });
});

import assert from "node:assert/strict";
import {
  Client,
  RPC_GONE,
  RPC_OVERLOADED,
  RPC_TIMEOUT,
  RpcFailure,
} from "../../lib/app_server/client.ts";
import { MemoryTransport } from "../../lib/app_server/memory_transport.ts";
import { ProcessTransport } from "../../lib/app_server/process_transport.ts";
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

Deno.test("a busy server is asked again, each time after a longer while", async () => {
  let asked = 0;
  const pipe = new MemoryTransport((line, self) => {
    const { id } = JSON.parse(line);
    self.say(
      ++asked <= 3
        ? { id, error: { code: RPC_OVERLOADED, message: "Server overloaded; retry later." } }
        : { id, result: "at last" },
    );
  });
  const waits: number[] = [];
  const wait = (ms: number) => Promise.resolve(void waits.push(ms));
  const client = new Client(pipe, () => {}, { wait, random: () => 0.5 });
  assert.equal(await client.request("turn/start", {}), "at last");
  assert.deepEqual(waits, [50, 100, 200]);
});

Deno.test("a server that stays busy is not asked for ever", async () => {
  let asked = 0;
  const pipe = new MemoryTransport((line, self) => {
    asked++;
    self.say({ id: JSON.parse(line).id, error: { code: RPC_OVERLOADED, message: "busy" } });
  });
  const client = new Client(pipe, () => {}, { wait: () => Promise.resolve() });
  await assert.rejects(client.request("a", {}), { code: RPC_OVERLOADED });
  assert.equal(asked, 6);
});

Deno.test("a listener that throws is reported and the reading goes on", async () => {
  const faults: unknown[] = [];
  const pipe = new MemoryTransport();
  const client = new Client(pipe, () => assert.fail("clumsy"), {
    onFault: (error) => faults.push(error),
  });
  const answer = client.request("a", {});
  pipe.say({ method: "turn/started", params: {} });
  pipe.say({ id: JSON.parse(pipe.sent[0]!).id, result: 1 });
  assert.equal(await answer, 1);
  assert.equal(faults.length, 1);
});

Deno.test("a tap sees both directions as they are on the wire", async () => {
  const seen: string[] = [];
  const pipe = new MemoryTransport((line, self) =>
    self.say({ id: JSON.parse(line).id, result: 1 })
  );
  const client = new Client(pipe, () => {}, { tap: (dir, line) => void seen.push(dir + line) });
  await client.request("a", {});
  assert.deepEqual(seen, ['in{"method":"a","id":1,"params":{}}', 'out{"id":1,"result":1}']);
});

Deno.test("while nobody has room the pipe is not read, and then goes on where it was", async () => {
  const heard: string[] = [];
  const gate = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  let full = true;
  const pipe = new MemoryTransport();
  const client = new Client(
    pipe,
    (message) => void (message.kind === "notification" && heard.push(message.method)),
    {
      room: () => {
        reached.resolve();
        return full ? gate.promise : null;
      },
    },
  );
  pipe.say({ method: "a", params: {} });
  pipe.say({ method: "b", params: {} });
  await reached.promise;
  assert.deepEqual(heard, ["a"]);
  full = false;
  gate.resolve();
  await pipe.close();
  await client.drained;
  assert.deepEqual(heard, ["a", "b"]);
});

Deno.test("a line of 20 MB is dropped and told, and who waits for it need not wait", async () => {
  const encoder = new TextEncoder();
  const part = encoder.encode("x".repeat(64 * 1024));
  const asked = Promise.withResolvers<void>();
  const process = {
    pid: 1,
    async *stdout() {
      await asked.promise;
      yield encoder.encode('{"id":1,"result":{"data":"');
      for (let n = 0; n < 320; n++) yield part;
      yield encoder.encode('"}}\n{"method":"warning","params":{"message":"after it"}}\n');
    },
    write: () => Promise.resolve(asked.resolve()),
    close: () => Promise.reject(new Error("not asked for")),
    ended: new Promise<never>(() => {}),
  };
  const heard: string[] = [];
  const faults: string[] = [];
  const client = new Client(
    new ProcessTransport(process),
    (message) => void (message.kind === "notification" && heard.push(message.method)),
    { onFault: (error) => void faults.push((error as Error).message) },
  );
  await assert.rejects(client.request("model/list", {}), /answer of 20971\d{3} bytes is too long/);
  await client.drained;
  assert.deepEqual(heard, ["warning"]);
  assert.equal(faults.length, 1);
});

import assert from "node:assert/strict";
import { listRecordings, loadRecording, type Message } from "./recordings.ts";
import { replay } from "./replay_app_server.ts";

// A client in memory: sends what it is told, collects what comes.
function startReplay(name: string) {
  const received: Message[] = [];
  const input = new TransformStream<Uint8Array, Uint8Array>();
  const writer = input.writable.getWriter();
  let wake = () => {};
  const done = replay(loadRecording(name), {
    readable: input.readable,
    write: (line) => {
      received.push(JSON.parse(line));
      wake();
      return Promise.resolve();
    },
  });
  return {
    received,
    send: (message: Message) => {
      writer.write(new TextEncoder().encode(`${JSON.stringify(message)}\n`));
    },
    async until(count: number) {
      while (received.length < count) await new Promise<void>((resolve) => wake = resolve);
    },
    async close() {
      await writer.close();
      await done;
    },
  };
}

function outOf(name: string): Message[] {
  return loadRecording(name).filter((line) => line.dir === "out").map((line) => line.msg);
}

// Sends the recorded client's lines, with ids of its own and at the recorded places.
async function playClient(name: string, renamed: (id: unknown) => unknown): Promise<Message[]> {
  const client = startReplay(name);
  let outs = 0;
  for (const { dir, msg } of loadRecording(name)) {
    if (dir === "out") {
      outs++;
      continue;
    }
    await client.until(outs);
    const ours = msg.method !== undefined && msg.id !== undefined;
    client.send(ours ? { ...msg, id: renamed(msg.id) } : msg);
  }
  await client.until(outs);
  await client.close();
  return client.received;
}

Deno.test("a replay of 01-hello gives exactly the recorded lines, with the client's ids in replies", async () => {
  const received = await playClient("01-hello", (id) => `mine-${id}`);
  const expected = outOf("01-hello").map((message) =>
    message.method === undefined ? { ...message, id: `mine-${message.id}` } : message
  );
  assert.deepEqual(received, expected);
});

Deno.test("every recording can be played to a client that does what the recorded one did", async () => {
  const names = listRecordings();
  assert.ok(names.length >= 20, "the recordings are there");
  for (const name of names) {
    assert.deepEqual(await playClient(name, (id) => id), outOf(name), name);
  }
});

Deno.test("nothing is sent before the client has asked for it", async () => {
  const client = startReplay("01-hello");
  client.send({ method: "initialize", id: 7, params: {} });
  await client.until(1);
  await new Promise((resolve) => setTimeout(resolve)); // whatever it would send too early
  assert.equal(client.received.length, 1);
  assert.equal(client.received[0]!.id, 7);
  await client.close();
});

Deno.test("a request that the recording does not have is refused and the replay goes on", async () => {
  const client = startReplay("01-hello");
  client.send({ method: "initialize", id: 1, params: {} });
  client.send({ method: "model/list", id: 2, params: {} });
  client.send({ method: "initialized" });
  client.send({ method: "thread/start", id: 3, params: {} });
  await client.until(6);
  await client.close();
  const answers = client.received.filter((message) => message.method === undefined);
  assert.deepEqual(answers.map((message) => [message.id, "error" in message]), [
    [1, false],
    [2, true],
    [3, false],
  ]);
});

Deno.test("the client's own message id comes back in the echo of the replay", async () => {
  const client = startReplay("01-hello");
  client.send({ method: "initialize", id: 1, params: {} });
  client.send({ method: "initialized" });
  client.send({ method: "thread/start", id: 2, params: {} });
  client.send({ method: "turn/start", id: 3, params: { clientUserMessageId: "c-9" } });
  await client.until(outOf("01-hello").length);
  await client.close();
  const echoes = client.received.map((message) => (message.params as Message)?.item as Message)
    .filter((item) => item?.type === "userMessage");
  assert.deepEqual(echoes.map((item) => item.clientId), ["c-9", "c-9"]);
});

import assert from "node:assert/strict";
import { drop, gate, message, ModelServer, raw, reply, say, status } from "./model_server.ts";

async function ask(model: ModelServer, input: string): Promise<Response> {
  return await fetch(`${model.url}/responses`, {
    method: "POST",
    body: JSON.stringify({ input }),
  });
}

Deno.test("the scripted model answers in the order of its queue and then falls back", async () => {
  await using model = ModelServer.start([say("one "), say("two ")]);
  assert.match(await (await ask(model, "a")).text(), /"delta":"one "/);
  assert.match(await (await ask(model, "b")).text(), /"delta":"two "/);
  assert.match(await (await ask(model, "c")).text(), /"delta":"pong "/);
  assert.equal(model.pending, 0);
});

Deno.test("a reply with a match waits for the request that contains it", async () => {
  await using model = ModelServer.start([say("for cats ", { match: "cat" }), say("for all ")]);
  assert.match(await (await ask(model, "dog")).text(), /for all/);
  assert.match(await (await ask(model, "a cat")).text(), /"delta":"cats "/);
  assert.deepEqual(model.seen.map(({ body }) => body), [{ input: "dog" }, { input: "a cat" }]);
});

Deno.test("a reply opens with created, closes with completed and ends its item in between", async () => {
  await using model = ModelServer.start([say("hello world")]);
  const text = await (await ask(model, "x")).text();
  const names = [...text.matchAll(/^event: (.*)$/gm)].map(([, name]) => name);
  assert.deepEqual(names, [
    "response.created",
    "response.output_item.added",
    "response.output_text.delta",
    "response.output_text.delta",
    "response.output_item.done",
    "response.completed",
  ]);
});

Deno.test("a gate holds the rest of a reply until the test opens it", async () => {
  const held = gate();
  await using model = ModelServer.start([reply(message(["before ", held.step, "after "], 0))]);
  const answer = await ask(model, "x");
  assert.ok(answer.body);
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  while (!text.includes("before")) text += (await reader.read()).value ?? "";
  assert.doesNotMatch(text, /after/);
  held.open();
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    text += chunk.value;
  }
  assert.match(text, /"text":"before after "/);
});

Deno.test("a dropped reply breaks in mid-stream and a status reply is a plain error", async () => {
  await using model = ModelServer.start([{ steps: [raw("event: x\n\n"), drop()] }, status(429)]);
  await assert.rejects(async () => await (await ask(model, "x")).text());
  const refused = await ask(model, "y");
  assert.equal(refused.status, 429);
  assert.deepEqual(await refused.json(), { error: { message: "status 429" } });
});

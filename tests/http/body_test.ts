import assert from "node:assert/strict";
import { z } from "zod";
import { readJson, readText } from "../../lib/http/body.ts";

const Shape = z.object({ text: z.string() });
const post = (body: BodyInit) => new Request("http://x/", { method: "POST", body });

Deno.test("a body of the right shape is read", async () => {
  assert.deepEqual(await readJson(post('{"text":"ä"}'), Shape), { text: "ä" });
});

Deno.test("a wrong body is told what is wrong where", async () => {
  await assert.rejects(readJson(post("{"), Shape), { status: 400, code: "invalid_json" });
  await assert.rejects(readJson(post('{"text":1}'), Shape), {
    status: 400,
    code: "invalid_body",
    message: /^text: /,
  });
});

Deno.test("a body over the cap is refused, announced or not", async () => {
  await assert.rejects(readText(post("x".repeat(11)), 10), { status: 413, code: "too_large" });
  let pulled = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      pulled++;
      controller.enqueue(new Uint8Array(1024));
    },
  });
  await assert.rejects(readText(post(endless), 10_000), { status: 413 });
  assert.ok(pulled < 50, `read ${pulled} chunks`);
});

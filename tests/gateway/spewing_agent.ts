// An app-server at its worst: before each answer it spews what no server should say. Below that it
// shakes hands and answers each turn with one message.

import { TextLineStream } from "@std/streams";

const MIB = 1024 * 1024;
const encoder = new TextEncoder();
const writer = Deno.stdout.writable.getWriter();
const threadId = "01a1ee24-0000-7000-8000-00000000000a";
const turnId = "01a1ee24-0000-7000-8000-00000000000b";

/** Whole lines that mean nothing, half ones, and bytes that are no text. */
async function spew(): Promise<void> {
  const noise = crypto.getRandomValues(new Uint8Array(64 * 1024));
  const lines = [
    "{",
    "[1,2]",
    "null",
    '{"id":999999,"result":{}}',
    '{"id":"never asked","error":{"code":1,"message":"?"}}',
    '{"method":7,"params":[]}',
    '{"method":"item/completed","params":{"threadId":{},"item":"none"}}',
    '{"method":"item/agentMessage/delta","params":{"threadId":"nobody\'s","delta":4}}',
    "turn/started",
    "\ufeff{}",
  ];
  await writer.write(noise);
  await writer.write(encoder.encode(`\n${lines.join("\n")}\n`));
  const piece = encoder.encode("x".repeat(MIB));
  for (let n = 0; n < 20; n++) await writer.write(piece);
  await writer.write(encoder.encode("\n"));
}

const send = (message: unknown) => writer.write(encoder.encode(JSON.stringify(message) + "\n"));

async function speak(): Promise<void> {
  const turn = { id: turnId, items: [], status: "inProgress", error: null };
  const item = { type: "agentMessage", id: "msg_1", text: "still here" };
  await send({ method: "turn/started", params: { threadId, turn } });
  await spew();
  await send({ method: "item/started", params: { threadId, turnId, item: { ...item, text: "" } } });
  await spew();
  await send({ method: "item/completed", params: { threadId, turnId, item } });
  await send({
    method: "turn/completed",
    params: { threadId, turn: { ...turn, status: "completed" } },
  });
}

const answers: Record<string, unknown> = {
  "initialize": { userAgent: "spewing/0" },
  "thread/start": { thread: { id: threadId } },
  "turn/start": { turn: { id: turnId, items: [], status: "inProgress", error: null } },
};

const lines = Deno.stdin.readable.pipeThrough(new TextDecoderStream())
  .pipeThrough(new TextLineStream());
for await (const line of lines) {
  const { id, method } = JSON.parse(line);
  if (id === undefined) continue;
  await spew();
  await send({ id, result: answers[method] ?? {} });
  if (method === "turn/start") await speak();
}

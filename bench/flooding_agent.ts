// An app-server that answers every turn with a flood: BENCH_DELTAS deltas at BENCH_PER_SECOND, each
// beginning with its number. It speaks just enough of the protocol to be taken for one.

import { TextLineStream } from "@std/streams";

const [deltas = 20_000, perSecond = 1_000, bytes = 400] = Deno.args.map(Number);
const encoder = new TextEncoder();
const writer = Deno.stdout.writable.getWriter();
const send = (message: unknown) => writer.write(encoder.encode(JSON.stringify(message) + "\n"));
const EVERY_MS = 20;

const threadId = "01a1ee24-0000-7000-8000-000000000001";
const turnId = "01a1ee24-0000-7000-8000-000000000002";
const turn = { id: turnId, items: [], status: "inProgress", error: null };

async function flood(): Promise<void> {
  const where = { threadId, turnId };
  await send({ method: "turn/started", params: { threadId, turn } });
  const item = { type: "agentMessage", id: "msg_flood", text: "" };
  await send({ method: "item/started", params: { ...where, item } });
  const filler = "x".repeat(bytes);
  const begin = performance.now();
  for (let sent = 0; sent < deltas;) {
    const due = Math.min(deltas, Math.ceil((performance.now() - begin) / 1_000 * perSecond));
    for (; sent < due; sent++) {
      const delta = `${sent} ${filler}`;
      await send({
        method: "item/agentMessage/delta",
        params: { ...where, itemId: item.id, delta },
      });
    }
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
  await send({
    method: "turn/completed",
    params: { threadId, turn: { ...turn, status: "completed" } },
  });
}

const answers: Record<string, unknown> = {
  "initialize": { userAgent: "flood/0" },
  "thread/start": { thread: { id: threadId } },
  "turn/start": { turn },
};

const lines = Deno.stdin.readable.pipeThrough(new TextDecoderStream())
  .pipeThrough(new TextLineStream());
for await (const line of lines) {
  const { id, method } = JSON.parse(line);
  if (id === undefined) continue;
  await send({ id, result: answers[method] ?? {} });
  if (method === "turn/start") void flood();
}

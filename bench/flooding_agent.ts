// An app-server that answers a turn with as many deltas as its message says, as quickly as the pipe
// takes them, each beginning with its number. It speaks just enough of the protocol for that.

import { TextLineStream } from "@std/streams";

const BYTES = 400;
const AT_ONCE = 50;
/** A message has a length at which nobody streams it any more. */
const PER_MESSAGE = 1_000;
const filler = "x".repeat(BYTES);
const threadId = "01a1ee24-0000-7000-8000-000000000001";
const encoder = new TextEncoder();
const writer = Deno.stdout.writable.getWriter();
let turns = 0;

const send = (...messages: unknown[]) =>
  writer.write(encoder.encode(messages.map((one) => JSON.stringify(one) + "\n").join("")));

async function flood(turnId: string, count: number): Promise<void> {
  const tell = (method: string, params: object) => ({
    method,
    params: { threadId, turnId, ...params },
  });
  const turn = { id: turnId, items: [], status: "inProgress", error: null };
  await send(tell("turn/started", { turn }));
  for (let first = 0; first < count; first += PER_MESSAGE) {
    const item = { type: "agentMessage", id: `msg_${turnId}_${first}`, text: "" };
    await send(tell("item/started", { item }));
    const end = Math.min(count, first + PER_MESSAGE);
    for (let at = first; at < end; at += AT_ONCE) {
      const numbers = Array.from({ length: Math.min(AT_ONCE, end - at) }, (_, next) => at + next);
      const delta = (number: number) => ({ itemId: item.id, delta: `${number} ${filler}` });
      await send(...numbers.map((number) => tell("item/agentMessage/delta", delta(number))));
    }
    await send(tell("item/completed", { item: { ...item, text: "done" } }));
  }
  await send(tell("turn/completed", { turn: { ...turn, status: "completed" } }));
}

const lines = Deno.stdin.readable.pipeThrough(new TextDecoderStream())
  .pipeThrough(new TextLineStream());
for await (const line of lines) {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) continue;
  const turnId = `01a1ee24-0000-7000-8000-${String(turns).padStart(12, "0")}`;
  const answers: Record<string, unknown> = {
    "initialize": { userAgent: "flood/0" },
    "thread/start": { thread: { id: threadId } },
    "turn/start": { turn: { id: turnId, items: [], status: "inProgress", error: null } },
  };
  await send({ id, result: answers[method] ?? {} });
  if (method !== "turn/start") continue;
  turns++;
  void flood(turnId, parseInt(params.input[0].text));
}

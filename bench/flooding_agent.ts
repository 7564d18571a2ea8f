// An app-server that answers a turn with as many deltas as its message asks for (a number, or a
// Flood), at a pace or as quickly as the pipe takes them. It speaks just enough of the protocol.

import { TextLineStream } from "@std/streams";
import type { Flood } from "./flood.ts";

const BYTES = 400;
const AT_ONCE = 50;
/** A message has a length at which nobody streams it any more. */
const PER_MESSAGE = 1_000;
const EVERY_MS = 10;
const filler = "x".repeat(BYTES);
const threadId = "01a1ee24-0000-7000-8000-000000000001";
const encoder = new TextEncoder();
const writer = Deno.stdout.writable.getWriter();
let turns = 0;

const send = (...messages: unknown[]) =>
  writer.write(encoder.encode(messages.map((one) => JSON.stringify(one) + "\n").join("")));

/** A paragraph, a list, a table, code: what models write, in pieces of a few characters. */
const MARKDOWN = `## Part \${n}

The *pump* takes \`water\` and gives **pressure**, see [the plan](https://example.org/plan).

- one thing
- another thing with \`code\`

| part | state |
| ---- | ----- |
| pump | fine  |

\`\`\`ts
export const part = pump(1);
\`\`\`

`;
const PIECES = MARKDOWN.match(/[^]{1,5}/g)!;

const TEXTS: Readonly<Record<Flood["text"], (number: number) => string>> = {
  numbers: (number) => `${number} ${filler}`,
  words: (number) => `w${number} `,
  times: () => `${performance.timeOrigin + performance.now()} `,
  markdown: (number) => PIECES[number % PIECES.length]!,
};

async function flood(turnId: string, { deltas, per_second, text, in_one }: Flood): Promise<void> {
  const tell = (method: string, params: object) => ({
    method,
    params: { threadId, turnId, ...params },
  });
  const turn = { id: turnId, items: [], status: "inProgress", error: null };
  await send(tell("turn/started", { turn }));
  const perMessage = in_one === true ? deltas : PER_MESSAGE;
  const begin = performance.now();
  for (let first = 0; first < deltas; first += perMessage) {
    const item = { type: "agentMessage", id: `msg_${turnId}_${first}`, text: "" };
    await send(tell("item/started", { item }));
    const end = Math.min(deltas, first + perMessage);
    let whole = "";
    for (let at = first; at < end;) {
      const due = per_second === undefined
        ? AT_ONCE
        : Math.ceil((performance.now() - begin) / 1_000 * per_second) - at;
      if (due <= 0) {
        await new Promise((resolve) => setTimeout(resolve, EVERY_MS / 2));
        continue;
      }
      const many = Math.min(due, end - at);
      const texts = Array.from({ length: many }, (_, next) => TEXTS[text](at + next));
      await send(
        ...texts.map((delta) => tell("item/agentMessage/delta", { itemId: item.id, delta })),
      );
      whole += texts.join("");
      at += many;
    }
    await send(tell("item/completed", { item: { ...item, text: whole } }));
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
  const wanted: Flood | number = JSON.parse(params.input[0].text);
  void flood(turnId, typeof wanted === "number" ? { deltas: wanted, text: "numbers" } : wanted);
}

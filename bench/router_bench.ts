// What the bridge adds to a message: reading, routing and encoding the lines of the recordings,
// against bare JSON.parse of the same lines. Rounds of both alternate, so that a busy machine
// slows both; the ratio is the median of the rounds' own.

import { encodeEvent } from "../lib/hub/encode.ts";
import { MessageReader } from "../lib/protocol/reader.ts";
import { route } from "../lib/router/route.ts";
import { initialState } from "../lib/router/state.ts";
import { listRecordings, loadRecording } from "../tests/harness/recordings.ts";
import { type Measure, median } from "./measure.ts";

const WARM_UP = 5;
const ROUNDS = 25;
/** A recording has few deltas; a talkative agent has nothing but. */
const DELTAS = 20_000;

export default function router(): Promise<Measure[]> {
  const recorded = listRecordings().flatMap(linesOf);
  return Promise.resolve([
    measure(`router, all ${recorded.length} recorded lines, against bare JSON.parse`, recorded),
    measure(`router, ${DELTAS} deltas of one message, against bare JSON.parse`, talk()),
  ]);
}

function measure(what: string, lines: readonly string[]): Measure {
  const ratios: number[] = [];
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    const ratio = timed(() => parseOnly(lines)) / timed(() => bridge(lines));
    if (round >= WARM_UP) ratios.push(ratio);
  }
  const value = median(ratios);
  return { what, value, unit: "×", bar: 0.4, atLeast: true };
}

function parseOnly(lines: readonly string[]): number {
  let sum = 0;
  for (const line of lines) {
    const { method, id } = JSON.parse(line);
    sum += method === undefined ? Number(id !== undefined) : method.length;
  }
  return sum;
}

/** As the client, the gateway and the hub do it, without pipes and sockets. */
function bridge(lines: readonly string[]): number {
  const state = initialState();
  const reader = new MessageReader();
  const ts = new Date().toISOString();
  let seq = 0;
  let characters = 0;
  for (const text of lines) {
    const { changes } = route(state, reader.read({ kind: "line", text }), 1_794_996_800_000 + seq);
    for (const change of changes) {
      characters += encodeEvent(++seq, ts, "conversation", change).length;
    }
  }
  return characters;
}

function timed(work: () => number): number {
  const start = performance.now();
  const result = work();
  const took = performance.now() - start;
  if (result === 0) throw new Error("nothing was done");
  return took;
}

function linesOf(name: string): string[] {
  return loadRecording(name).filter(({ dir }) => dir === "out").map(({ msg }) =>
    JSON.stringify(msg)
  );
}

function talk(): string[] {
  const at = { threadId: crypto.randomUUID(), turnId: crypto.randomUUID() };
  const itemId = "msg_0123456789abcdef";
  const notification = (method: string, params: Record<string, unknown>) =>
    JSON.stringify({ method, params: { ...at, ...params }, emittedAtMs: 1_794_996_806_877 });
  return [
    notification("turn/started", { turn: { id: at.turnId } }),
    notification("item/started", { item: { type: "agentMessage", id: itemId, text: "" } }),
    ...Array.from(
      { length: DELTAS },
      (_, n) => notification("item/agentMessage/delta", { itemId, delta: `word ${n} ` }),
    ),
  ];
}

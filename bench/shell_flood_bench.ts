// Whether a shell that floods delays the bridge: the same service and the same real codex, whose
// model says when each word was said, once with a quiet shell and once with one that never stops
// writing, with its terminal open.

import { fetchCodex } from "../tests/harness/codex.ts";
import { type Service, waitFor, withService } from "../tests/harness/service.ts";
import { connect, conversation, post } from "./event_socket.ts";
import { type Measure, quantile } from "./measure.ts";
import { tickingModel } from "./ticking_model.ts";

const WORDS = 400;
const GAP_MS = 5;
/** The first words meet cold code. */
const WARM_UP = 100;
const ROUNDS = 3;

export default async function shellFlood(): Promise<Measure[]> {
  await fetchCodex();
  const model = tickingModel(WORDS, GAP_MS);
  try {
    return await withService({ modelUrl: model.url, env: { SHELL: "/bin/bash" } }, measure);
  } finally {
    await model.stop();
  }
}

async function measure(service: Service): Promise<Measure[]> {
  const [talk, shell] = [await conversation(service), await conversation(service)];
  const terminal = await openTerminal(service, shell);
  const [quiet, flooded]: [number[], number[]] = [[], []];
  await latencies(service, talk);
  for (let round = 0; round < ROUNDS; round += 1) {
    quiet.push(...(await latencies(service, talk)).slice(WARM_UP));
    terminal.socket.send(JSON.stringify({ type: "input", data: "yes 'a line without end'\r" }));
    const before = terminal.received();
    await waitFor(() => terminal.received() > before + 1024 * 1024, {
      timeoutMs: 30_000,
      what: "the flood",
    });
    flooded.push(...(await latencies(service, talk)).slice(WARM_UP));
    terminal.socket.send(JSON.stringify({ type: "signal", signal: "SIGINT" }));
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  terminal.socket.close();
  return [{
    what: "delta to the page while a shell floods, p99 against a quiet shell",
    value: quantile(flooded, 0.99) / quantile(quiet, 0.99),
    unit: "×",
    bar: 2,
  }, {
    what: "delta to the page while a shell floods, p99",
    value: quantile(flooded, 0.99),
    unit: "ms",
    reference: { what: "with a quiet shell", value: quantile(quiet, 0.99) },
  }];
}

/** How long each word of a turn was on its way. */
async function latencies(service: Service, id: string): Promise<number[]> {
  const late: number[] = [];
  const socket = await connect(service, id, ({ type, delta }) => {
    if (type === "assistant_delta") late.push(performance.now() - Number(delta));
  });
  await post(service, "message", { conversation_id: id, text: "tick" });
  await waitFor(() => late.length >= WORDS, { timeoutMs: 60_000, what: "all words" });
  socket.close();
  return late;
}

/** A terminal that reads all it gets. */
async function openTerminal(service: Service, id: string) {
  const url = `${service.url.replace("http", "ws")}/ws/pty/${id}`;
  // Headers are Deno's own addition, which the DOM's types do not have.
  const options = { headers: { authorization: `Bearer ${service.token}` } } as unknown as string[];
  const socket = new WebSocket(url, options);
  socket.binaryType = "arraybuffer";
  let bytes = 0;
  socket.onmessage = ({ data }) => bytes += data instanceof ArrayBuffer ? data.byteLength : 1;
  await waitFor(() => bytes >= 2, { timeoutMs: 30_000, what: "the terminal" });
  return { socket, received: () => bytes };
}

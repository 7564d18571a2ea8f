// What the bridge adds to a delta's way: the same model speaks through the real codex to a bare
// pipe client and to a page's WebSocket, in turns, and each word tells when it was said.

import {
  codexAppServer,
  codexEnvironment,
  fetchCodex,
  withCodexHome,
} from "../tests/harness/codex.ts";
import { withPipeClient } from "../tests/harness/pipe_client.ts";
import { waitFor, withService } from "../tests/harness/service.ts";
import { connect, conversation, post } from "./event_socket.ts";
import { type Measure, median, quantile } from "./measure.ts";
import { tickingModel } from "./ticking_model.ts";

const WORDS = 400;
const GAP_MS = 5;
/** The first words meet cold code on both ways. */
const WARM_UP = 100;
const ROUNDS = 2;

export default async function deltaLatency(): Promise<Measure[]> {
  await fetchCodex();
  const model = tickingModel(WORDS, GAP_MS);
  try {
    const direct: number[] = [];
    const bridged: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      direct.push(...(await overPipe(model.url)).slice(WARM_UP));
      bridged.push(...(await overBridge(model.url)).slice(WARM_UP));
    }
    const added = (part: number) => quantile(bridged, part) - quantile(direct, part);
    return [
      { what: "delta latency added by the bridge, median", value: added(0.5), unit: "ms", bar: 1 },
      { what: "delta latency added by the bridge, p99", value: added(0.99), unit: "ms", bar: 5 },
      {
        what: "delta from the model to the page's socket, median",
        value: median(bridged),
        unit: "ms",
        reference: { what: "a bare pipe client", value: median(direct) },
      },
    ];
  } finally {
    await model.stop();
  }
}

function overPipe(modelUrl: string): Promise<number[]> {
  return withCodexHome(modelUrl, (home) => {
    const options = { command: codexAppServer(), env: codexEnvironment(home), cwd: home };
    return withPipeClient(options, async (client) => {
      const late: number[] = [];
      client.onMessage = ({ method, params }) => {
        if (method !== "item/agentMessage/delta") return;
        late.push(performance.now() - Number(params?.delta));
      };
      await client.handshake();
      const { thread } = await client.request("thread/start", { cwd: home }) as {
        thread: { id: string };
      };
      const input = [{ type: "text", text: "tick", text_elements: [] }];
      await client.request("turn/start", { threadId: thread.id, input });
      await waitFor(() => late.length >= WORDS, { timeoutMs: 30_000, what: "all words" });
      return late;
    });
  });
}

function overBridge(modelUrl: string): Promise<number[]> {
  return withService({ modelUrl }, async (service) => {
    const id = await conversation(service);
    const late: number[] = [];
    const socket = await connect(service, id, ({ type, delta }) => {
      if (type === "assistant_delta") late.push(performance.now() - Number(delta));
    });
    await post(service, "message", { conversation_id: id, text: "tick" });
    await waitFor(() => late.length >= WORDS, { timeoutMs: 30_000, what: "all words" });
    socket.close();
    return late;
  });
}

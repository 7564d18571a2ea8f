// Durable intake of events over HTTP, beside the least that could take them (a Deno.serve that only
// parses the JSON) and beside a Redis that syncs each XADD. Each in turn, under the same load; then
// 200,000 events, to see what they leave in memory.

import { join } from "node:path";
import { REPOSITORY } from "../tests/harness/cache_folder.ts";
import { ProcessTree } from "../tests/harness/process_tree.ts";
import { residentBytes } from "../tests/harness/processes.ts";
import { freePort, type Service, waitFor, withService } from "../tests/harness/service.ts";
import { conversation, post } from "./event_socket.ts";
import {
  httpAnswer,
  httpRequest,
  type Load,
  load,
  redisAnswer,
  redisCommand,
  type Talk,
} from "./line_load.ts";
import { type Measure, median, quantile } from "./measure.ts";

const CONNECTIONS = 64;
const ROUND_MS = 3_000;
const ROUNDS = 3;
const MANY = 200_000;
const BATCH = 1_000;

export default async function intake(): Promise<Measure[]> {
  const scratch = await Deno.makeTempDir({ prefix: "ph-bench-" });
  const [bare, redis] = [await bareServer(scratch), await redisServer(scratch)];
  try {
    const env = { PILOTHOUSE_EVENTS_MAX_PER_SECOND: "1000000" };
    return await withService({ env }, async (service) => {
      const thread = await threadOf(service);
      const talks = { ours: eventsTalk(service, thread), bare: bare.talk, redis: redis.talk };
      const found: Record<keyof typeof talks, Load[]> = { ours: [], bare: [], redis: [] };
      for (let round = 0; round <= ROUNDS; round++) {
        for (const name of Object.keys(talks) as (keyof typeof talks)[]) {
          const result = await load(talks[name], CONNECTIONS, ROUND_MS, round * 1_000_000);
          // The first round meets cold code.
          if (round > 0) found[name].push(result);
        }
      }
      const rate = (name: keyof typeof talks) =>
        median(found[name].map(({ perSecond }) => perSecond));
      const p99 = (name: keyof typeof talks) =>
        quantile(found[name].flatMap(({ latencies }) => latencies), 0.99);
      const grown = await memoryOfMany(service, thread);
      return [
        ratio("a Deno.serve that parses the JSON", rate("ours"), rate("bare"), 0.3),
        ratio("Redis XADD, appendfsync always", rate("ours"), rate("redis"), 1),
        {
          what: `answer to an event, p99, ${CONNECTIONS} connections`,
          value: p99("ours"),
          unit: "ms",
          reference: { what: "Redis", value: p99("redis") },
        },
        {
          what: `memory that ${MANY.toLocaleString("en")} events leave (RSS)`,
          value: grown,
          unit: "MiB",
          bar: 64,
        },
      ];
    });
  } finally {
    await bare.tree.stop();
    await redis.tree.stop();
    await Deno.remove(scratch, { recursive: true });
  }
}

function ratio(what: string, ours: number, theirs: number, bar: number): Measure {
  const rates = `${Math.round(ours)} and ${Math.round(theirs)} per second`;
  const value = ours / theirs;
  return {
    what: `durable intake over HTTP against ${what} (${rates})`,
    ...{ value, unit: "×", bar, atLeast: true },
  };
}

function eventOf(thread: string, id: string): string {
  return JSON.stringify({
    ...{ schema_version: 1, event_id: id, time_unix_ms: Date.now(), type: "build.status" },
    ...{ severity: "info", source: { name: "ci" }, routing: { thread_id: thread } },
    ...{ title: "Build finished", summary: "Linux x86_64 passed; Windows failed" },
    payload: { job: "linux", attempt: 1, files: ["a.ts", "b.ts"] },
  });
}

async function threadOf(service: Service): Promise<string> {
  const id = await conversation(service);
  const answer: unknown = await post(service, "message", { conversation_id: id, text: "hello" });
  return (answer as { thread_id: string }).thread_id;
}

function eventsTalk({ url, token }: Service, thread: string): Talk {
  const port = Number(new URL(url).port);
  return {
    port,
    request: (n) => httpRequest("/v1/events", port, token, eventOf(thread, `evt_${n}`)),
    answer: httpAnswer(202),
  };
}

async function bareServer(folder: string): Promise<{ tree: ProcessTree; talk: Talk }> {
  const port = freePort();
  const file = join(folder, "bare.ts");
  await Deno.writeTextFile(
    file,
    `Deno.serve({ hostname: "127.0.0.1", port: ${port} }, async (req) => {
      const { event_id } = await req.json();
      return Response.json({ ok: true, event_id }, { status: 202 });
    });`,
  );
  const tree = new ProcessTree({ command: [Deno.execPath(), "run", "-A", file], cwd: REPOSITORY });
  await listening(port);
  const body = (n: number) => eventOf("thr", `evt_${n}`);
  const request = (n: number) => httpRequest("/v1/events", port, "none", body(n));
  return { tree, talk: { port, request, answer: httpAnswer(202) } };
}

async function redisServer(folder: string): Promise<{ tree: ProcessTree; talk: Talk }> {
  const port = freePort();
  const flags = ["--port", String(port), "--dir", folder, "--save", "", "--appendonly", "yes"];
  const tree = new ProcessTree({
    command: ["redis-server", ...flags, "--appendfsync", "always", "--bind", "127.0.0.1"],
  });
  await listening(port);
  const request = (n: number) =>
    redisCommand("XADD", "events", "*", "event", eventOf("thr", `evt_${n}`));
  return { tree, talk: { port, request, answer: redisAnswer } };
}

async function listening(port: number): Promise<void> {
  await waitFor(
    () => Deno.connect({ hostname: "127.0.0.1", port }).then((c) => (c.close(), true)),
    { timeoutMs: 20_000, what: "a server to listen" },
  );
}

/** Sends very many, and tells how much larger the server is than after the first of them. */
async function memoryOfMany(service: Service, thread: string): Promise<number> {
  const weight = () => residentBytes(service.pids.server) / 1024 ** 2;
  const send = async (from: number) => {
    const events = Array.from({ length: BATCH }, (_, n) => eventOf(thread, `many_${from + n}`));
    const path = "/v1/events:batch";
    const answer = await service.fetch(path, { method: "POST", body: `[${events.join()}]` });
    const { ok } = await answer.json();
    if (!ok) throw new Error(`a batch was not taken: ${answer.status}`);
  };
  let before = 0;
  for (let from = 0; from < MANY; from += BATCH) {
    if (from === MANY / 10) before = weight();
    await send(from);
  }
  return weight() - before;
}

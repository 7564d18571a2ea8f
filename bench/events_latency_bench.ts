// How soon a line that is appended to an inbox is at an open page, beside `tail -F` on the same file;
// and how soon a steer reaches the model, from the POST to the request that the model gets.

import { join } from "node:path";
import { fetchCodex } from "../tests/harness/codex.ts";
import { gate, message, ModelServer, reply, say } from "../tests/harness/model_server.ts";
import { type Service, waitFor, withService } from "../tests/harness/service.ts";
import { connect, conversation, post } from "./event_socket.ts";
import { type Measure, median, quantile } from "./measure.ts";

const LINES = 200;
const WARM_UP = 20;
const GAP_MS = 15;
const STEERS = 15;

export default async function latency(): Promise<Measure[]> {
  await fetchCodex();
  const { page, tail } = await withService({}, inboxToPage);
  const steers = await postToModel();
  return [
    {
      ...{ what: "printf >> inbox to the open page, median", value: median(page), unit: "ms" },
      ...{ bar: 5, reference: { what: "tail -F", value: median(tail) } },
    },
    {
      ...{ what: "printf >> inbox to the open page, p99", value: quantile(page, 0.99), unit: "ms" },
      ...{ bar: 25, reference: { what: "tail -F", value: quantile(tail, 0.99) } },
    },
    {
      what: "a steer from its POST to the model, real codex, median",
      ...{ value: median(steers), unit: "ms", bar: 50 },
    },
  ];
}

async function threadOf(service: Service, id: string): Promise<string> {
  const answer: unknown = await post(service, "message", { conversation_id: id, text: "hello" });
  return (answer as { thread_id: string }).thread_id;
}

const lineOf = (id: string) =>
  JSON.stringify({
    ...{ schema_version: 1, event_id: id, time_unix_ms: Date.now(), type: "build.status" },
    ...{ severity: "info", title: "t", summary: "s" },
  });

async function inboxToPage(service: Service): Promise<{ page: number[]; tail: number[] }> {
  const id = await conversation(service);
  const thread = await threadOf(service, id);
  const folder = join(service.codexHome, "sessions", thread);
  const inbox = join(folder, "external_events.inbox.jsonl");
  await waitFor(() => Deno.stat(join(folder, "external_events.json")).then(() => true), {
    ...{ timeoutMs: 20_000, what: "the doors" },
  });
  await Deno.writeTextFile(inbox, "");
  const [sent, page, tail] = [new Map<string, number>(), [] as number[], [] as number[]];
  const socket = await connect(service, id, (event) => {
    const { entry } = event as unknown as { entry?: { event_id: string } };
    if (event.type === "external_event") page.push(performance.now() - sent.get(entry!.event_id)!);
  });
  const follower = new Deno.Command("tail", { args: ["-F", inbox], stdout: "piped" }).spawn();
  const following = (async () => {
    for await (const text of follower.stdout.pipeThrough(new TextDecoderStream())) {
      for (const [, found] of text.matchAll(/"event_id":"(\w+)"/g)) {
        tail.push(performance.now() - sent.get(found!)!);
      }
    }
  })();
  try {
    for (let n = 0; n < LINES; n++) {
      sent.set(`evt_${n}`, performance.now());
      await Deno.writeTextFile(inbox, `${lineOf(`evt_${n}`)}\n`, { append: true });
      await new Promise((resolve) => setTimeout(resolve, GAP_MS));
    }
    await waitFor(() => page.length >= LINES && tail.length >= LINES, {
      ...{ timeoutMs: 20_000, what: "all lines" },
    });
  } finally {
    follower.kill("SIGTERM");
    await following;
    await follower.status;
    socket.close();
  }
  return { page: page.slice(WARM_UP), tail: tail.slice(WARM_UP) };
}

async function postToModel(): Promise<number[]> {
  await using model = ModelServer.start();
  const env = { PILOTHOUSE_EVENTS_PREFER_STEER: "true" };
  const taken: number[] = [];
  await withService({ modelUrl: model.url, env }, async (service) => {
    const id = await conversation(service);
    let thread = "";
    for (let n = 0; n < STEERS; n++) {
      const door = gate();
      model.push(reply(message(["Working ", door.step, "on"])), say("ok "));
      const asked = model.seen.length;
      thread = await threadOf(service, id);
      await waitFor(() => model.seen.length > asked, { timeoutMs: 20_000, what: "a turn" });
      // Its first words are there: the turn runs and can be steered.
      await new Promise((resolve) => setTimeout(resolve, 150));
      const before = model.seen.length;
      const begin = performance.now();
      await service.fetch(`/v1/events?thread=${thread}`, {
        ...{ method: "POST", body: lineOf(`steer_${n}`) },
      });
      await waitFor(() => model.seen.length > before, {
        ...{ everyMs: 1, timeoutMs: 20_000, what: "the steer" },
      });
      taken.push(performance.now() - begin);
      door.open();
      await waitFor(async () => {
        const open = await service.fetch(`/api/appserver/conversation?id=${id}`);
        return (await open.json()).live.turn_id === null;
      }, { timeoutMs: 20_000, what: "the end of a turn" });
    }
  });
  return taken;
}

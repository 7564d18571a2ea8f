// The flow of the adapters' test, the same for every broker: a producer that repeats what was not
// taken, killings meanwhile; every event must be in the ledger once and be one row of the page, and
// the next turn must carry the first of them.

import assert from "node:assert/strict";
import type { Restartable } from "../harness/brokers.ts";
import { waitFor } from "../harness/wait.ts";
import {
  type Homes,
  type KeptAdapter,
  type KeptService,
  Killer,
  ledgerOf,
  newThread,
  post,
  rowsOf,
} from "./chaos.ts";

export const EVENTS = 10_000;
const THREADS = 3;
const AT_ONCE = 50;
const KILLS_EACH = 2;

export interface Parts {
  readonly homes: Homes;
  readonly service: KeptService;
  readonly adapter: KeptAdapter;
  readonly broker: Restartable;
}

export const idOf = (at: number) => `event-${at}`;

type Publish = (thread: string, body: string, at: number) => Promise<unknown>;

/** The broker runs; the rest is started here. */
export async function flow(parts: Parts, publish: Publish): Promise<void> {
  const { homes, service, adapter, broker } = parts;
  await service.start();
  const talks: Awaited<ReturnType<typeof newThread>>[] = [];
  for (let at = 0; at < THREADS; at++) talks.push(await newThread(service.now));
  await adapter.start();

  const killer = new Killer([broker, adapter, service], KILLS_EACH, EVENTS);
  await produce(talks.map(({ thread }) => thread), publish, killer);
  await killer.done();
  const { killed } = killer;
  assert.equal(killed.length, 3 * KILLS_EACH);
  await persistent(() => publish("nowhere", "not JSON at all", EVENTS));

  const count = async () => {
    let known = 0;
    for (const { thread } of talks) {
      const list = await service.now.fetch(`/v1/events?thread=${thread}&limit=1`);
      known += (await list.json()).last_seq;
    }
    return known;
  };
  await waitFor(async () => await count() >= EVENTS, {
    ...{
      timeoutMs: 120_000,
      everyMs: 200,
      what: `all events to arrive; killed: ${killed.join(" ")}`,
    },
  });

  const ids = new Set<string>();
  for (const { id, thread } of talks) {
    const kept = await ledgerOf(homes.codexHome, thread);
    for (const [event, { times, state }] of kept) {
      assert.equal(times, 1, `${event} is ${times} times in the ledger`);
      assert.equal(state, "queued");
      assert.ok(!ids.has(event), `${event} is in two threads`);
      ids.add(event);
    }
    // A page shows each of them, once: rows of one id are one row.
    const shown = await waitFor(async () => {
      const rows = await rowsOf(homes.home, id);
      return rows.size >= kept.size ? rows : null;
    }, { timeoutMs: 30_000, everyMs: 200, what: "a row for each event" });
    assert.deepEqual([...shown.values()].sort(), [...kept.keys()].sort());
    const turn = await post(service.now, "message", { conversation_id: id, text: "hello" });
    assert.equal(turn.ok, true);
    await waitFor(async () => {
      const states = [...(await ledgerOf(homes.codexHome, thread)).values()];
      return states.some(({ state }) => state === "observed");
    }, { timeoutMs: 30_000, everyMs: 200, what: "the next turn to carry some of them" });
  }
  assert.equal(ids.size, EVENTS);
}

/** Sends all events, some at a time; what the broker did not confirm is sent again. */
async function produce(
  threads: readonly string[],
  publish: Publish,
  killer: Killer,
): Promise<void> {
  for (let first = 0; first < EVENTS; first += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, EVENTS - first) }, (_, at) => first + at);
    await Promise.all(some.map((at) => {
      const thread = threads[at % threads.length]!;
      return persistent(() => publish(thread, bodyOf(at), at));
    }));
    await killer.reached(first);
  }
}

async function persistent(send: () => Promise<unknown>): Promise<void> {
  await waitFor(() => send().then(() => true), {
    ...{ timeoutMs: 60_000, everyMs: 50, what: "the broker to take an event" },
  });
}

function bodyOf(at: number): string {
  return JSON.stringify({
    schema_version: 1,
    event_id: idOf(at),
    time_unix_ms: 1_790_000_000_000 + at,
    ...{ type: "build.step", severity: "info", source: { name: "chaos" } },
    ...{ title: `Step ${at}`, summary: "done" },
  });
}

// The same corpus through every door: same verdicts, and afterwards the same ledger.

import assert from "node:assert/strict";
import { join } from "node:path";
import { type Case, corpus } from "./corpus.ts";
import { type EventDesk, THREAD, withDesk } from "./event_desk.ts";

/** Asks a door about all cases, each of which it gets once. */
type Ask = (desk: EventDesk, cases: readonly Case[]) => Promise<string[]>;

const verdictOf = (answer: { ok: boolean; code?: string }) =>
  answer.ok ? "accepted" : answer.code ?? "?";

const ASK: Readonly<Record<string, Ask>> = {
  http: (desk, cases) =>
    Promise.all(cases.map(async ({ text }) => {
      const { body } = await desk.http("POST events", { body: text, query: `?thread=${THREAD}` });
      return verdictOf(body);
    })),
  batch: (desk, cases) =>
    Promise.all(cases.map(async ({ text, verdict }) => {
      // What is no JSON cannot stand in a list at all.
      if (!isJson(text)) return verdict;
      const query = `?thread=${THREAD}`;
      const { body } = await desk.http("POST events:batch", { body: `[${text}]`, query });
      return verdictOf(body.results[0]);
    })),
  mirror: (desk, cases) =>
    Promise.all(cases.map(async ({ text, verdict }) => {
      if (!isJson(text)) return verdict;
      const body = `{"threadId":"${THREAD}","event":${text}}`;
      return verdictOf((await desk.http("POST externalEvent/publish", { body })).body);
    })),
  socket: async (desk, cases) => {
    const lines = cases.map(({ text }) => `{"token":"${desk.token}","event":${text}}`);
    return (await desk.socket(lines)).map((answer) => verdictOf(answer as { ok: boolean }));
  },
  inbox: async (desk, cases) => {
    await Deno.writeTextFile(desk.paths.inbox, cases.map(({ text }) => `${text}\n`).join(""));
    await desk.doors.poll();
    return await verdictsFromFiles(desk, cases);
  },
  drop: async (desk, cases) => {
    for (const [at, { text }] of cases.entries()) {
      const file = join(desk.paths.drop, `${String(at).padStart(3, "0")}.jsonl`);
      await Deno.writeTextFile(file, `${text}\n`);
      // Nobody has written to it for a while.
      await Deno.utime(file, 0, 0);
    }
    await desk.doors.poll();
    return await verdictsFromFiles(desk, cases);
  },
};

/** A file door answers by what it takes and what it puts into quarantine. */
async function verdictsFromFiles(desk: EventDesk, cases: readonly Case[]): Promise<string[]> {
  const taken = new Set(await desk.ids());
  const refused = new Map(desk.quarantined().map(({ text, code }) => [text.slice(0, 500), code]));
  return cases.map(({ text, name }) => {
    const id = isJson(text) ? idOf(JSON.parse(text)) : undefined;
    if (id !== undefined && taken.has(id)) return "accepted";
    return refused.get(text.slice(0, 500)) ?? `no trace of "${name}"`;
  });
}

function idOf(value: unknown): string | undefined {
  const { event_id, id } = (value ?? {}) as { event_id?: unknown; id?: unknown };
  const found = event_id ?? id;
  return typeof found === "string" ? found.replace(/[^\x20-\x7e].*$/su, "") : undefined;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

for (const [door, ask] of Object.entries(ASK)) {
  Deno.test(`every event of the corpus gets its verdict at the door "${door}"`, () =>
    withDesk(async (desk) => {
      const cases = corpus(THREAD);
      const verdicts = await ask(desk, cases);
      assert.deepEqual(
        cases.map(({ name }, at) => `${name}: ${verdicts[at]}`),
        cases.map(({ name, verdict }) => `${name}: ${verdict}`),
      );
      assert.equal(({} as { polluted?: boolean }).polluted, undefined);
    }));
}

Deno.test("an event that came through one door is a repeat at all others", () =>
  withDesk(async (desk) => {
    const { text } = corpus(THREAD)[0]!;
    const other = text.replace("Build finished", "Something else");
    assert.equal((await desk.http("POST events", { body: text })).status, 202);
    const repeat = await desk.http("POST events", { body: text });
    assert.deepEqual([repeat.status, repeat.body.code], [409, "duplicate_event"]);
    assert.match(repeat.body.message, /accepted before/);
    const different = await desk.http("POST events", { body: other });
    assert.deepEqual([different.status, different.body.same_body], [409, false]);
    const [answer] = await desk.socket([`{"token":"${desk.token}","event":${text}}`]);
    assert.equal(verdictOf(answer as { ok: boolean }), "duplicate_event");
    await Deno.writeTextFile(desk.paths.inbox, `${text}\n${other}\n`);
    await desk.doors.poll();
    assert.deepEqual(desk.quarantined().map(({ code }) => code), ["duplicate_event"]);
    assert.equal((await desk.ids()).length, 1);
  }));

Deno.test("a lenient ledger answers a repeat with the first receipt, another body never", () =>
  withDesk(async (desk) => {
    const { text } = corpus(THREAD)[0]!;
    const first = await desk.http("POST events", { body: text });
    const again = await desk.http("POST events", { body: text });
    assert.equal(again.status, 202);
    assert.deepEqual(again.body, { ...first.body, duplicate: true });
    const other = text.replace("Build finished", "Something else");
    assert.equal((await desk.http("POST events", { body: other })).status, 409);
  }, { settings: { duplicates: "lenient" } }));

Deno.test("an answer has the shape of the contract", () =>
  withDesk(async (desk) => {
    const { text } = corpus(THREAD)[0]!;
    const { status, body } = await desk.http("POST events", { body: text });
    const { ok, event_id, delivered } = body;
    assert.deepEqual({ status, ok, event_id, delivered }, {
      ...{ status: 202, ok: true, event_id: JSON.parse(text).event_id },
      delivered: { thread_id: THREAD, mode: "queue_for_next_turn" },
    });
  }));

Deno.test("a thread that nobody knows is 404, one that is missing is 400", () =>
  withDesk(async (desk) => {
    const post = (body: string) =>
      desk.http("POST events", { body, token: "the-token-of-the-page" });
    const strange = await post(corpus("thr_nobody")[0]!.text);
    assert.deepEqual([strange.status, strange.body.code], [404, "unknown_thread"]);
    const { routing: _, ...rest } = JSON.parse(corpus(THREAD)[0]!.text);
    const missing = await post(JSON.stringify(rest));
    assert.deepEqual([missing.status, missing.body.code], [400, "invalid_event"]);
  }));

Deno.test("a batch has a result for each, and one bad event harms no other", () =>
  withDesk(async (desk) => {
    const [good, , , another] = corpus(THREAD);
    const body = `[${good!.text},{"event_id":"bad"},${another!.text}]`;
    const { status, body: answer } = await desk.http("POST events:batch", { body });
    assert.equal(status, 207);
    assert.deepEqual(answer.results.map((result: { status: number }) => result.status), [
      202,
      400,
      202,
    ]);
    assert.equal(answer.results[1].event_id, "bad");
    const none = await desk.http("POST events:batch", { body: "{}" });
    assert.deepEqual([none.status, none.body.code], [400, "invalid_event"]);
  }));

Deno.test("CloudEvents come in structured, binary and batch mode", () =>
  withDesk(async (desk) => {
    const event = (id: string) => ({ specversion: "1.0", id, source: "/ci", type: "build.done" });
    const query = `?thread=${THREAD}`;
    const structured = await desk.http("POST events", {
      ...{ query, body: JSON.stringify(event("s")) },
      headers: { "content-type": "application/cloudevents+json" },
    });
    const binary = await desk.http("POST events", {
      ...{ query, body: '{"message":"done"}' },
      headers: {
        ...{ "ce-specversion": "1.0", "ce-id": "b", "ce-source": "/ci", "ce-type": "build.done" },
        "content-type": "application/json",
      },
    });
    const batch = await desk.http("POST events", {
      ...{ query, body: JSON.stringify([event("x"), event("y")]) },
      headers: { "content-type": "application/cloudevents-batch+json" },
    });
    assert.deepEqual([structured.status, binary.status, batch.status], [202, 202, 202]);
    assert.deepEqual(await desk.ids(), ["s", "b", "x", "y"]);
  }));

Deno.test("10,000 events in a burst are all kept, in order, once", () =>
  withDesk(async (desk) => {
    const [first] = corpus(THREAD);
    const one = (n: number) => ({ ...JSON.parse(first!.text), event_id: `burst_${n}` });
    const text = Array.from({ length: 10_000 }, (_, n) => `${JSON.stringify(one(n))}\n`).join("");
    await Deno.writeTextFile(desk.paths.inbox, text);
    await desk.doors.poll();
    const ids = await desk.ids();
    assert.equal(ids.length, 10_000);
    assert.equal(ids[9_999], "burst_9999");
    assert.deepEqual(desk.problems, []);
  }));

Deno.test("every accepted event is a row at once, and again with each state", () =>
  withDesk(async (desk) => {
    await desk.http("POST events", { body: corpus(THREAD)[0]!.text });
    const claim = await desk.service.claim(THREAD, "msg_1");
    await claim!.settle({ kind: "accepted", turnId: "t1" });
    const thread = await desk.service.thread(THREAD);
    thread!.echoed("msg_1", "t1");
    await thread!.ledger.tidy(true);
    await thread!.close();
    assert.deepEqual(desk.rows.map(({ progress }) => progress.state), [
      ...["queued", "turn_starting", "injected", "observed"],
    ]);
  }));

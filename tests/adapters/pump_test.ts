import assert from "node:assert/strict";
import type { Broker, BrokerMessage } from "../../lib/adapters/broker.ts";
import { Counters } from "../../lib/adapters/counters.ts";
import { Door, type Posted, type Verdict } from "../../lib/adapters/door.ts";
import { Pump } from "../../lib/adapters/pump.ts";

/** A broker in memory: what is not settled is given again when nothing is new. */
class MemoryBroker implements Broker {
  readonly settled: string[] = [];
  readonly buried: string[] = [];
  failures = 0;
  refuseDone = 0;
  readonly #waiting = new Map<string, string>();
  readonly #stop: () => void;

  constructor(messages: Readonly<Record<string, string>>, stop: () => void) {
    for (const [id, data] of Object.entries(messages)) this.#waiting.set(id, data);
    this.#stop = stop;
  }

  fetch(max: number): Promise<readonly BrokerMessage[]> {
    if (this.failures-- > 0) return Promise.reject(new Error("gone"));
    const some = [...this.#waiting].slice(0, max);
    if (some.length === 0) this.#stop();
    return Promise.resolve(some.map(([id, data]) => ({
      ...{ id, thread: "t1", timeMs: 5, data: new TextEncoder().encode(data) },
      done: () => {
        if (this.refuseDone-- > 0) return Promise.reject(new Error("lost"));
        this.settled.push(id);
        this.#waiting.delete(id);
        return Promise.resolve();
      },
      bury: (reason: string) => {
        this.buried.push(`${id} ${reason}`);
        this.#waiting.delete(id);
        return Promise.resolve();
      },
    })));
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

async function pumped(
  messages: Readonly<Record<string, string>>,
  post: (events: readonly Record<string, unknown>[]) => Posted,
  prepare: (broker: MemoryBroker) => void = () => {},
) {
  const stopped = new AbortController();
  const broker = new MemoryBroker(messages, () => stopped.abort());
  prepare(broker);
  const counters = new Counters();
  const said: string[] = [];
  const pauses: number[] = [];
  const door = {
    post: (events: readonly Record<string, unknown>[]) => Promise.resolve(post(events)),
  };
  const report = (line: string) => void said.push(line);
  const pause = (ms: number) => Promise.resolve(void pauses.push(ms));
  await new Pump({ broker, door, counters, report, pause }).run(stopped.signal);
  return { broker, counts: counters.all, said, pauses };
}

const verdicts = (...all: Verdict[]): Posted => ({ ok: true, verdicts: all });
const EVENT = JSON.stringify({ schema_version: 1, type: "a.b" });

Deno.test("a message is settled when the door has it, also if it had it before", async () => {
  const { broker, counts } = await pumped(
    { a: EVENT, b: EVENT },
    () => verdicts({ kind: "accepted" }, { kind: "repeated" }),
  );
  assert.deepEqual(broker.settled, ["a", "b"]);
  assert.deepEqual([counts.received, counts.accepted, counts.repeated], [2, 1, 1]);
});

Deno.test("nothing is settled while the door is out of reach, and pauses grow up to ten seconds", async () => {
  let calls = 0;
  let seen: MemoryBroker | undefined;
  const { broker, pauses, counts, said } = await pumped({ a: EVENT }, () => {
    if (++calls <= 9) return { ok: false, reason: "refused", afterMs: 100 };
    assert.deepEqual(seen?.settled, []);
    return verdicts({ kind: "accepted" });
  }, (made) => void (seen = made));
  assert.deepEqual(broker.settled, ["a"]);
  assert.deepEqual(pauses, [100, 200, 400, 800, 1_600, 3_200, 6_400, 10_000, 10_000]);
  assert.equal(counts.door_failures, 9);
  assert.deepEqual(said, ["refused", "it works again"]);
});

Deno.test("what can never be taken is buried with its reason, and the rest goes on", async () => {
  const { broker, counts } = await pumped(
    { bad: "no json", list: "[]", large: `"${"x".repeat(65 * 1024)}"`, fine: EVENT, other: EVENT },
    (events) => {
      assert.deepEqual(events.map((event) => event["event_id"]), ["fine", "other"]);
      return verdicts({ kind: "accepted" }, { kind: "refused", reason: "unknown_thread: none" });
    },
  );
  assert.deepEqual(broker.buried, [
    "bad invalid_event: it is not JSON",
    "list invalid_event: it is not a JSON object",
    "large invalid_event: it is larger than 65536 bytes",
    "other unknown_thread: none",
  ]);
  assert.deepEqual([broker.settled, counts.buried], [["fine"], 4]);
});

Deno.test("only those that the door wants later are sent again", async () => {
  const sent: unknown[][] = [];
  const { broker } = await pumped({ a: EVENT, b: EVENT }, (events) => {
    sent.push(events.map((event) => event["event_id"]));
    return sent.length === 1
      ? verdicts({ kind: "accepted" }, { kind: "later", reason: "rate_limited", afterMs: 1_000 })
      : verdicts({ kind: "accepted" });
  });
  assert.deepEqual(sent, [["a", "b"], ["b"]]);
  assert.deepEqual(broker.settled, ["a", "b"]);
});

Deno.test("an answer that the broker lost is given again when the message comes again", async () => {
  const { broker, counts } = await pumped(
    { a: EVENT },
    () => verdicts({ kind: "repeated" }),
    (broker) => {
      broker.refuseDone = 1;
      broker.failures = 2;
    },
  );
  assert.deepEqual(broker.settled, ["a"]);
  assert.deepEqual([counts.received, counts.broker_failures], [2, 3]);
});

Deno.test("what the broker knows fills in what the producer left out, and nothing else", async () => {
  const event = { schema_version: 1, event_id: "own", routing: { turn_id: "x" }, time_unix_ms: 1 };
  const cloud = { specversion: "1.0", id: "c", type: "a" };
  const seen: unknown[] = [];
  await pumped({ m1: EVENT, m2: JSON.stringify(event), m3: JSON.stringify(cloud) }, (events) => {
    seen.push(...events);
    return verdicts({ kind: "accepted" }, { kind: "accepted" }, { kind: "accepted" });
  });
  assert.deepEqual(seen, [
    {
      ...{ schema_version: 1, type: "a.b", event_id: "m1", time_unix_ms: 5 },
      routing: { thread_id: "t1" },
    },
    { ...event, routing: { thread_id: "t1", turn_id: "x" } },
    { ...cloud, threadid: "t1", time: "1970-01-01T00:00:00.005Z" },
  ]);
});

Deno.test("the door's answers are told apart: taken, repeated, refused, later, nothing known", async () => {
  const answer = (status: number, body: unknown, headers: HeadersInit = {}) =>
    new Door({
      ...{ url: "http://127.0.0.1:1", token: "t" },
      fetch: () => Promise.resolve(Response.json(body, { status, headers })),
    }).post([{}, {}, {}, {}, {}]);
  const posted = await answer(207, {
    results: [
      { ok: true },
      { ok: true, duplicate: true },
      { ok: false, code: "duplicate_event", same_body: true, message: "m" },
      { ok: false, code: "duplicate_event", same_body: false, message: "m" },
      { ok: false, code: "rate_limited", retry_after_s: 2, message: "m" },
    ],
  });
  assert.deepEqual(posted, {
    ok: true,
    verdicts: [
      { kind: "accepted" },
      { kind: "repeated" },
      { kind: "repeated" },
      { kind: "refused", reason: "duplicate_event: m" },
      { kind: "later", reason: "rate_limited: m", afterMs: 2_000 },
    ],
  });
  assert.deepEqual(await answer(401, { message: "no" }, { "retry-after": "3" }), {
    ...{ ok: false, reason: "status 401: no", afterMs: 3_000 },
  });
  const away = new Door({ url: "http://127.0.0.1:1", token: "t" });
  const { ok } = await away.post([{}]);
  assert.equal(ok, false);
});

import assert from "node:assert/strict";
import { Hub, type HubOptions, type Sink, TOO_SLOW } from "../../lib/hub/hub.ts";

/** A reader that has room for so many events, and takes more when it is told to. */
class Reader implements Sink {
  bufferedAmount = 0;
  closed: number | null = null;
  readonly numbers: number[] = [];
  readonly types: string[] = [];
  room: number;

  constructor(room = Infinity) {
    this.room = room;
  }
  send(text: string): void {
    const { type, seq } = JSON.parse(text);
    this.types.push(type);
    if (type === "warning") this.numbers.push(seq);
    if (this.numbers.length >= this.room) this.bufferedAmount = 1_000_000;
  }
  close(code: number): void {
    this.closed = code;
  }
  take(events: number): void {
    this.room += events;
    this.bufferedAmount = 0;
  }
}

/** A hub with some readers, whose tries at slow ones are made by hand. */
function hubWith(readers: readonly Reader[], options: HubOptions = {}) {
  const tries: (() => void)[] = [];
  const hub = new Hub(0, { ...options, soon: (run) => void tries.push(run) });
  const leave = readers.map((reader) => hub.subscribe(reader, { conversation: "c", since: 0 }));
  return {
    hub,
    leave,
    say: (count: number, conversation = "c") => {
      for (let at = 0; at < count; at++) {
        hub.publish(conversation, { type: "warning", text: "x" }, "2026-01-01T00:00:00.000Z");
      }
    },
    /** Runs the tries that are due; says whether there were any. */
    retry: () => {
      const due = tries.splice(0);
      due.forEach((run) => run());
      return due.length > 0;
    },
  };
}

/** Whether the promise was kept already. */
async function isKept(promise: Promise<void>): Promise<boolean> {
  return await Promise.race([promise.then(() => true), Promise.resolve(false).then(() => false)]);
}

const upTo = (last: number) => Array.from({ length: last }, (_, at) => at + 1);

Deno.test("what a slow reader has no room for waits and comes later, in order", () => {
  const [slow, fast] = [new Reader(2), new Reader()];
  const { say, retry } = hubWith([slow, fast]);
  say(5);
  say(3, "of others");
  assert.deepEqual([slow.numbers, fast.numbers], [upTo(2), upTo(5)]);
  assert.ok(retry());
  assert.deepEqual(slow.numbers, upTo(2), "it has no room yet");
  slow.take(2);
  retry();
  slow.take(Infinity);
  retry();
  say(1);
  assert.deepEqual(slow.numbers, [...upTo(5), 9]);
  assert.equal(retry(), false, "nobody is behind, and nothing is tried any more");
});

Deno.test("a reader that the ring has left behind is cut, and the others have everything", () => {
  const [slow, fast] = [new Reader(1), new Reader()];
  const { hub, say, retry } = hubWith([slow, fast], { ringEvents: 4 });
  say(5);
  retry();
  assert.equal(slow.closed, null, "its next event is just there");
  say(1);
  retry();
  assert.equal(slow.closed, TOO_SLOW);
  assert.deepEqual(fast.numbers, upTo(6));
  assert.equal(hub.readers, 1);
});

Deno.test("what a reader missed comes no quicker than it takes it", () => {
  const { hub, say, retry } = hubWith([]);
  say(10);
  const reader = new Reader(3);
  hub.subscribe(reader, { conversation: "c", since: 2 });
  say(1);
  assert.deepEqual(reader.numbers, [3, 4, 5]);
  reader.take(Infinity);
  retry();
  assert.deepEqual(reader.numbers, [3, 4, 5, 6, 7, 8, 9, 10, 11]);
});

Deno.test("nobody waits for one slow reader among others", () => {
  const { hub, say } = hubWith([new Reader(1), new Reader()]);
  say(5);
  assert.equal(hub.room(), null);
});

Deno.test("while most readers are behind the agent waits for them", async () => {
  const readers = [new Reader(1), new Reader(1), new Reader()];
  const { hub, say, retry } = hubWith(readers);
  say(2);
  const room = hub.room();
  assert.ok(room !== null);
  retry();
  assert.equal(await isKept(room), false);
  readers[0]!.take(Infinity);
  retry();
  await room;
  assert.equal(hub.room(), null);
});

Deno.test("the agent does not wait for a reader that takes nothing, or that leaves", async () => {
  const stalled = new Reader(1);
  const first = hubWith([stalled], { idleTries: 3 });
  first.say(2);
  const room = first.hub.room();
  assert.ok(room !== null);
  while (stalled.closed === null) assert.ok(first.retry());
  await room;
  assert.equal(stalled.closed, TOO_SLOW);

  const second = hubWith([new Reader(1)]);
  second.say(2);
  const other = second.hub.room();
  assert.ok(other !== null);
  second.leave[0]!();
  await other;
});

Deno.test("no heartbeat tells a reader that it has what still waits for it", () => {
  const [slow, fast] = [new Reader(1), new Reader()];
  const { hub, say } = hubWith([slow, fast]);
  say(2);
  hub.beat();
  assert.deepEqual(slow.types, ["resume", "warning"]);
  assert.equal(fast.types.at(-1), "heartbeat");
});

import assert from "node:assert/strict";
import { Hub, type Sink, TOO_SLOW } from "../../lib/hub/hub.ts";

class Reader implements Sink {
  bufferedAmount = 0;
  closed: number | null = null;
  readonly got: { type: string; seq: number; verdict?: string; text?: string }[] = [];
  send(text: string): void {
    this.got.push(JSON.parse(text));
  }
  close(code: number): void {
    this.closed = code;
  }
  get texts() {
    return this.got.filter((event) => event.type === "warning").map((event) => event.text);
  }
}

const say = (hub: Hub, text: string, conversation: string | null = "c") =>
  hub.publish(conversation, { type: "warning", text }, "2026-01-01T00:00:00.000Z");

Deno.test("a reader that was away gets just what it missed, then the stream", () => {
  const hub = new Hub(100);
  ["a", "b", "c"].forEach((text) => say(hub, text));
  const reader = new Reader();
  hub.subscribe(reader, "c", 101);
  say(hub, "d");
  assert.equal(reader.got[0]?.verdict, "ok");
  assert.deepEqual(reader.texts, ["b", "c", "d"]);
  assert.deepEqual(reader.got.slice(1).map((event) => event.seq), [102, 103, 104]);
});

Deno.test("numbers that the ring no longer has, or never had, are a gap", () => {
  const hub = new Hub(0, { ringEvents: 2 });
  ["a", "b", "c", "d"].forEach((text) => say(hub, text));
  for (
    const [since, verdict] of [[1, "gap"], [2, "ok"], [4, "ok"], [5, "gap"], [-1, "gap"]] as const
  ) {
    const reader = new Reader();
    hub.subscribe(reader, "c", since);
    assert.equal(reader.got[0]?.verdict, verdict, `since ${since}`);
  }
});

Deno.test("the ring is bounded by characters as well, and its memory is let go", () => {
  const hub = new Hub(0, { ringCharacters: 1_000 });
  for (let at = 0; at < 100; at++) say(hub, "x".repeat(200));
  const reader = new Reader();
  hub.subscribe(reader, "c", 98);
  assert.equal(reader.got[0]?.verdict, "ok");
  const early = new Reader();
  hub.subscribe(early, "c", 90);
  assert.equal(early.got[0]?.verdict, "gap");
});

Deno.test("a reader sees its own conversation and the news for all", () => {
  const hub = new Hub(0);
  const reader = new Reader();
  hub.subscribe(reader, "mine", 0);
  say(hub, "other", "theirs");
  say(hub, "mine", "mine");
  say(hub, "all", null);
  assert.deepEqual(reader.texts, ["mine", "all"]);
});

Deno.test("a reader that does not keep up is closed and nobody else is delayed", () => {
  const hub = new Hub(0);
  const [slow, fast] = [new Reader(), new Reader()];
  hub.subscribe(slow, "c", 0);
  hub.subscribe(fast, "c", 0);
  slow.bufferedAmount = 100 * 1024 * 1024;
  say(hub, "a");
  say(hub, "b");
  assert.equal(slow.closed, TOO_SLOW);
  assert.deepEqual(slow.texts, []);
  assert.deepEqual(fast.texts, ["a", "b"]);
  assert.equal(hub.readers, 1);
});

Deno.test("a reader that left gets nothing more", () => {
  const hub = new Hub(0);
  const reader = new Reader();
  hub.subscribe(reader, null, 0)();
  say(hub, "a");
  assert.deepEqual(reader.texts, []);
});

import assert from "node:assert/strict";
import { Hub, type Sink } from "../../lib/hub/hub.ts";

interface Got {
  readonly type: string;
  readonly seq: number;
  readonly verdict?: string;
  readonly text?: string;
  readonly state?: unknown;
  readonly result?: unknown;
}

class Reader implements Sink {
  bufferedAmount = 0;
  closed: number | null = null;
  readonly got: Got[] = [];
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
  hub.subscribe(reader, { conversation: "c", since: 101 });
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
    hub.subscribe(reader, { conversation: "c", since });
    assert.equal(reader.got[0]?.verdict, verdict, `since ${since}`);
  }
});

Deno.test("the ring is bounded by characters as well, and its memory is let go", () => {
  const hub = new Hub(0, { ringCharacters: 1_000 });
  for (let at = 0; at < 100; at++) say(hub, "x".repeat(200));
  const reader = new Reader();
  hub.subscribe(reader, { conversation: "c", since: 98 });
  assert.equal(reader.got[0]?.verdict, "ok");
  const early = new Reader();
  hub.subscribe(early, { conversation: "c", since: 90 });
  assert.equal(early.got[0]?.verdict, "gap");
});

Deno.test("a reader sees its own conversation and the news for all", () => {
  const hub = new Hub(0);
  const reader = new Reader();
  hub.subscribe(reader, { conversation: "mine", since: 0 });
  say(hub, "other", "theirs");
  say(hub, "mine", "mine");
  say(hub, "all", null);
  assert.deepEqual(reader.texts, ["mine", "all"]);
});

Deno.test("a reader that left gets nothing more", () => {
  const hub = new Hub(0);
  const reader = new Reader();
  hub.subscribe(reader, { conversation: null, since: 0 })();
  say(hub, "a");
  assert.deepEqual(reader.texts, []);
});

Deno.test("a reader that starts afresh gets what is going on, then the stream", () => {
  const hub = new Hub(7);
  const reader = new Reader();
  hub.subscribe(reader, { conversation: "c", since: null, snapshot: () => ({ turn_id: "t" }) });
  say(hub, "a");
  assert.deepEqual(reader.got.map(({ type, seq }) => [type, seq]), [
    ["resume", 7],
    ["snapshot", 7],
    ["warning", 8],
  ]);
  assert.deepEqual(reader.got[1]?.state, { turn_id: "t" });
});

Deno.test("a reader that missed nothing gets less than 1,000 bytes and no snapshot", () => {
  const hub = new Hub(1_700_000_000_000_000);
  say(hub, "x".repeat(5_000));
  const texts: string[] = [];
  const sink = { bufferedAmount: 0, send: (text: string) => void texts.push(text), close() {} };
  const snapshot = () => assert.fail("nobody asked");
  hub.subscribe(sink, { conversation: "c", since: hub.seq, snapshot });
  assert.equal(texts.length, 1);
  assert.ok(texts[0]!.length < 1_000);
});

Deno.test("a reader of all conversations gets what a list needs, also of what it missed", () => {
  const hub = new Hub(0);
  const ts = "2026-01-01T00:00:00.000Z";
  const publishAll = () => {
    hub.publish("a", { type: "assistant_delta", id: "i", ts, delta: "long text" }, ts);
    hub.publish("b", { type: "activity", text: "Thinking", turn_id: "t" }, ts);
    hub.publish("b", { type: "conversation", label: "b", thread_id: null }, ts);
    say(hub, "only for its page", "a");
  };
  publishAll();
  const reader = new Reader();
  hub.subscribe(reader, { conversation: null, since: 0 });
  publishAll();
  const twice = ["activity", "conversation", "activity", "conversation"];
  assert.deepEqual(reader.got.slice(1).map(({ type }) => type), twice);
});

Deno.test("an answer goes to the tab that asked and to nobody else", () => {
  const hub = new Hub(0);
  const [asking, other, list] = [new Reader(), new Reader(), new Reader()];
  hub.subscribe(asking, { conversation: "c", tab: "one", since: 0 });
  hub.subscribe(other, { conversation: "c", tab: "two", since: 0 });
  hub.subscribe(list, { conversation: null, since: 0 });
  hub.answer("one", { type: "rpc_response", id: 5, method: "model/list", result: 1 }, "");
  assert.deepEqual(asking.got.at(-1)?.result, 1);
  assert.deepEqual([other.got.length, list.got.length], [1, 1]);
});

Deno.test("a heartbeat tells how far the reader has come", () => {
  const hub = new Hub(3);
  const reader = new Reader();
  hub.subscribe(reader, { conversation: "mine", since: 3 });
  say(hub, "for others", "theirs");
  hub.beat();
  assert.deepEqual(reader.got.at(-1), { type: "heartbeat", seq: 4 });
});

Deno.test("who was away gets no pieces of what was finished meanwhile, and all other ones", () => {
  const hub = new Hub(0);
  const ts = "2026-01-01T00:00:00.000Z";
  const piece = (id: string, delta: string) =>
    hub.publish("c", { type: "assistant_delta", id, ts, delta }, ts);
  const end = (id: string, text: string) =>
    hub.publish(
      "c",
      { type: "assistant_finalize", entry: { id, ts, role: "assistant", text } },
      ts,
    );
  const watching = new Reader();
  hub.subscribe(watching, { conversation: "c", since: 0 });
  piece("done", "all ");
  piece("open", "not ");
  piece("done", "of it");
  end("done", "all of it");
  piece("open", "yet");
  const back = new Reader();
  hub.subscribe(back, { conversation: "c", since: 0 });
  const after = { id: "done", ts, delta: "once more" };
  hub.publish("c", { type: "assistant_delta", ...after }, ts);
  assert.deepEqual(back.got.slice(1).map(({ type, seq }) => `${seq} ${type}`), [
    "2 assistant_delta",
    "4 assistant_finalize",
    "5 assistant_delta",
    "6 assistant_delta",
  ]);
  assert.equal(watching.got.length, 7, "who was there has heard all");
});

Deno.test("who was away gets the latest state alone, of each conversation", () => {
  const hub = new Hub(0);
  const ts = "2026-01-01T00:00:00.000Z";
  const does = (conversation: string, text: string) =>
    hub.publish(conversation, { type: "activity", text, turn_id: "t" }, ts);
  const named = (label: string, change: "created" | "changed") =>
    hub.publish("a", { type: "conversation", label, thread_id: null, change }, ts);
  named("new", "created");
  does("a", "Thinking");
  does("b", "Thinking");
  named("first", "changed");
  does("a", "Writing");
  named("second", "changed");
  const back = new Reader();
  hub.subscribe(back, { conversation: null, since: 0 });
  assert.deepEqual(back.got.slice(1).map(({ seq }) => seq), [1, 3, 5, 6]);
});

import assert from "node:assert/strict";
import { eventFlags, withFlags } from "../../lib/cli/events/event_flags.ts";
import { OutputTail } from "../../lib/cli/events/output_tail.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

Deno.test("a tail keeps the last whole lines, however the output was cut", () => {
  for (const size of [1, 2, 3, 7, 100]) {
    const tail = new OutputTail(16);
    const all = bytes("first line\nsecond\nthird\nfour\n");
    for (let at = 0; at < all.length; at += size) tail.add(all.subarray(at, at + size));
    assert.deepEqual(tail.lines(10), ["third", "four"], `in pieces of ${size}`);
    assert.equal(tail.total, all.length);
  }
});

Deno.test("a tail of one endless line is the end of that line", () => {
  const tail = new OutputTail(8);
  tail.add(bytes("x".repeat(1_000) + "end"));
  assert.deepEqual(tail.lines(5), ["xxxxxend"]);
});

Deno.test("a tail is plain text, and empty without output", () => {
  const tail = new OutputTail(1_000);
  assert.deepEqual(tail.lines(5), []);
  tail.add(bytes("\x1b[31mred\x1b[0m\r\nnext\u202e\n\n"));
  assert.deepEqual(tail.lines(5), ["red", "next"]);
  assert.deepEqual(tail.lines(1), ["next"]);
});

Deno.test("every flag of an event has a help text that the schema gives", () => {
  for (const { name, summary, placeholder } of eventFlags()) {
    assert.notEqual(summary, "", `--${name}`);
    assert.match(placeholder ?? "", /^<.*>$/);
  }
});

Deno.test("flags add to an event that was given as a whole", () => {
  const given = { type: "a.b", source: { name: "ci", url: "https://ci" }, payload: 1 };
  const filled = withFlags(given, { source: "other", labels: "a=1,b=x=y", time: "12" });
  assert.deepEqual(filled, {
    ok: true,
    event: {
      ...given,
      source: { name: "other", url: "https://ci", labels: { a: "1", b: "x=y" } },
      time_unix_ms: 12,
    },
  });
  assert.equal(given.source.name, "ci", "what was given is not changed");
  assert.equal(withFlags({}, { labels: "nothing" }).ok, false);
});

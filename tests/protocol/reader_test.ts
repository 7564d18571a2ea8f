import assert from "node:assert/strict";
import type { Message } from "../../lib/protocol/message.ts";
import { MessageReader } from "../../lib/protocol/reader.ts";

function read(...lines: string[]): Message[] {
  const reader = new MessageReader();
  return lines.map((text) => reader.read({ kind: "line", text }));
}

const notification = (method: string, params: Record<string, string>, emittedAtMs = null) => ({
  kind: "notification",
  method,
  params,
  emittedAtMs,
});

Deno.test("a label names the JSON on the line after it, blank lines and answers between", () => {
  const [label, blank, answer, message] = read(
    "turn/started",
    "",
    '{"id":1,"result":{}}',
    '{"threadId":"t","turnId":"1"}',
  );
  assert.deepEqual([label?.kind, blank?.kind, answer?.kind], ["junk", "junk", "response"]);
  assert.deepEqual(message, notification("turn/started", { threadId: "t", turnId: "1" }));
});

Deno.test("a label may stand in front of its JSON, with or without a colon", () => {
  for (const gap of [" ", ": ", ":", "\t"]) {
    const [message] = read(`item/completed${gap}{"threadId":"t"}`);
    assert.deepEqual(message, notification("item/completed", { threadId: "t" }), gap);
  }
  assert.equal(read('error {"threadId":"t"}')[0]?.kind, "notification");
});

Deno.test("JSON that names its own method needs no label and forgets one that waits", () => {
  const [, own, lost] = read(
    "turn/started",
    '{"method":"turn/completed","params":{"threadId":"t"}}',
    '{"threadId":"t"}',
  );
  assert.deepEqual(own, notification("turn/completed", { threadId: "t" }));
  assert.equal(lost?.kind, "junk");
});

Deno.test("parameters under a label may have an id, an error, or a wrapping of their own", () => {
  const [, event] = read("codex/event/error", '{"id":"0","error":null,"conversationId":"t"}');
  assert.equal(event?.kind === "notification" && event.method, "codex/event/error");
  const [, wrapped] = read("turn/started", '{"params":{"threadId":"t"},"emittedAtMs":5}');
  assert.deepEqual(wrapped, {
    ...notification("turn/started", { threadId: "t" }),
    emittedAtMs: 5,
  });
});

Deno.test("a message behind chatter of a log is still a message", () => {
  const [message] = read('12:00:01 INFO out {"method":"m","params":{"a":"b"}}');
  assert.deepEqual(message, notification("m", { a: "b" }));
});

Deno.test("an over-long line takes the label with it that it may have belonged to", () => {
  const reader = new MessageReader();
  reader.read({ kind: "line", text: "turn/started" });
  const dropped = reader.read({ kind: "too_long", bytes: 99, head: "{" });
  assert.equal(dropped.kind === "junk" && dropped.reason, "a line of 99 bytes was dropped");
  assert.equal(reader.read({ kind: "line", text: '{"threadId":"t"}' }).kind, "junk");
});

Deno.test("chatter is no label", () => {
  for (const text of ["hello", "http://x/y z", "a/b c", "x".repeat(300) + "/y", "{", "/a/b"]) {
    assert.deepEqual(
      read(text, '{"threadId":"t"}').map(({ kind }) => kind),
      ["junk", "junk"],
      text,
    );
  }
});

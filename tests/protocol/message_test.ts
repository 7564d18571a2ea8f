import assert from "node:assert/strict";
import { parseMessage } from "../../lib/protocol/message.ts";

Deno.test("a message with method and id is a request, though its id is one of ours", () => {
  assert.deepEqual(parseMessage('{"method":"item/x","id":0,"params":{"a":1}}'), {
    kind: "request",
    id: 0,
    method: "item/x",
    params: { a: 1 },
  });
});

Deno.test("a notification keeps its time, and parameters that are no object become empty", () => {
  assert.deepEqual(parseMessage('{"method":"m","params":[1],"emittedAtMs":7}'), {
    kind: "notification",
    method: "m",
    params: {},
    emittedAtMs: 7,
  });
});

Deno.test("answers are read with their result or their error", () => {
  assert.deepEqual(parseMessage('{"id":3,"result":{}}'), {
    kind: "response",
    id: 3,
    result: {},
    error: null,
  });
  assert.deepEqual(parseMessage('{"id":"x","error":{"code":-32600,"message":"no"}}'), {
    kind: "response",
    id: "x",
    result: null,
    error: { code: -32600, message: "no" },
  });
});

Deno.test("junk of any kind is named, never thrown", () => {
  for (const line of ["", "  ", "turn/started", "[1]", "null", "7", '{"id":1}', '{"a":', "\0"]) {
    assert.equal(parseMessage(line).kind, "junk", JSON.stringify(line));
  }
});

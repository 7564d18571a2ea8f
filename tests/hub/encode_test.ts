import assert from "node:assert/strict";
import { encodeEvent } from "../../lib/hub/encode.ts";
import { listRecordings } from "../harness/recordings.ts";
import { changesOf } from "../router/recorded.ts";

Deno.test("an event is its head and its payload, as if both were one object", () => {
  for (const conversation of [null, 'a "quoted" id']) {
    const payload = { type: "warning", text: 'x"}\n' };
    assert.deepEqual(JSON.parse(encodeEvent(7, "now", conversation, payload)), {
      seq: 7,
      ts: "now",
      conversation_id: conversation,
      ...payload,
    });
  }
});

Deno.test("a payload's own time is the event's, and stands there once", () => {
  const text = encodeEvent(1, "now", "c", { type: "plan", ts: "then" });
  assert.equal(JSON.parse(text).ts, "then");
  assert.equal(text.split('"ts"').length, 2);
  assert.equal(JSON.parse(encodeEvent(1, "now", "c", { type: "x", ts: undefined })).ts, "now");
});

Deno.test("no field of any change of the recordings is lost", () => {
  for (const name of listRecordings()) {
    for (const change of [...changesOf(name).values()].flat()) {
      const head = { seq: 1, ts: "now", conversation_id: "c" };
      const plain = JSON.parse(JSON.stringify({ ...head, ...change }));
      assert.deepEqual(JSON.parse(encodeEvent(1, "now", "c", change)), plain);
    }
  }
});

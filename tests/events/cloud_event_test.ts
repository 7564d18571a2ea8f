import assert from "node:assert/strict";
import { fromBinary, isBinary, isCloudEvent } from "../../lib/events/cloud_event.ts";
import { parseEventValue } from "../../lib/events/parse_event.ts";

const NOW = 1_800_000_000_000;
const context = { threadId: "thr_1", nowMs: NOW };

Deno.test("a structured CloudEvent becomes an event of ours", () => {
  const result = parseEventValue({
    specversion: "1.0",
    id: "A-1",
    source: "https://github.test/org/repo",
    type: "com.github.push",
    subject: "main",
    time: "2026-01-02T03:04:05Z",
    severity: "warning",
    correlationid: "release-1",
    runid: "77",
    data: { summary: "three commits", commits: 3 },
  }, context);
  assert.ok(result.ok, JSON.stringify(result));
  assert.deepEqual(result.event, {
    schema_version: 1,
    event_id: "A-1",
    time_unix_ms: Date.parse("2026-01-02T03:04:05Z"),
    type: "com.github.push",
    severity: "warning",
    source: { name: "https://github.test/org/repo", run_id: "77" },
    routing: { thread_id: "thr_1", correlation_id: "release-1" },
    title: "main",
    summary: "three commits",
    payload: { summary: "three commits", commits: 3 },
  });
});

Deno.test("the same event in binary mode gives the same, its headers decoded", () => {
  const headers = new Headers({
    "ce-specversion": "1.0",
    "ce-id": "B-1",
    "ce-source": "/ci",
    "ce-type": "build.done",
    "ce-subject": "caf%C3%A9",
    "content-type": "application/json; charset=utf-8",
  });
  assert.ok(isBinary(headers));
  const result = parseEventValue(fromBinary(headers, '{"message":"ok"}', NOW), context);
  assert.ok(result.ok, JSON.stringify(result));
  const { event_id, title, summary, payload, time_unix_ms } = result.event;
  assert.deepEqual(
    { event_id, title, summary, payload, time_unix_ms },
    {
      event_id: "B-1",
      title: "café",
      summary: "ok",
      payload: { message: "ok" },
      time_unix_ms: NOW,
    },
  );
});

Deno.test("data that is no JSON stays text, and binary data stays encoded", () => {
  const headers = new Headers({
    ...{ "ce-specversion": "1.0", "ce-id": "C", "ce-source": "s", "ce-type": "t" },
    "content-type": "text/plain",
  });
  const text = parseEventValue(fromBinary(headers, "it is done", NOW), context);
  assert.equal(text.ok && text.event.summary, "it is done");
  const encoded = { specversion: "1.0", id: "D", source: "s", type: "t", data_base64: "AAEC" };
  const result = parseEventValue(encoded, context);
  assert.deepEqual(result.ok && result.event.payload, { data_base64: "AAEC" });
});

Deno.test("an event with our version field is never taken for a CloudEvent", () => {
  assert.equal(isCloudEvent({ specversion: "1.0", schema_version: 1 }), false);
  assert.equal(isCloudEvent(null), false);
  assert.equal(isBinary(new Headers()), false);
});

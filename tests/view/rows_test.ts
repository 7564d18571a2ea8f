import assert from "node:assert/strict";
import type { HubEvent } from "../../lib/hub/hub.ts";
import { type Change, entryOf } from "../../lib/router/change.ts";
import { applyEvent, emptyView, type Row, type View, viewOf } from "../../lib/view/rows.ts";
import { metaSchema } from "../../lib/transcript/meta.ts";
import { listRecordings } from "../harness/recordings.ts";
import { changesOf } from "../router/recorded.ts";

const NOW = "2026-01-01T00:00:00.000Z";
const META = metaSchema.parse({
  conversation_id: "c",
  thread_id: "t",
  cwd: "/",
  created_at: NOW,
  updated_at: NOW,
});
const SERVER = {
  state: "running",
  pid: null,
  version: null,
  restarts: 0,
  problem: null,
  stderr: [],
} as const;

function stream(changes: Change[], view: View = emptyView()): View {
  changes.forEach((change, at) => {
    const event: HubEvent = { seq: at, ts: "", conversation_id: "c", ...change };
    applyEvent(view, event);
  });
  return view;
}

function replay(changes: Change[]): View {
  return viewOf({
    meta: META,
    seq: 0,
    entries: changes.map(entryOf).filter((entry) => entry !== null),
    live: { turn_id: null, activity: null, items: [], approvals: [] },
    server: SERVER,
  });
}

/** Rows that are kept: what still runs has not been kept yet. */
const kept = (view: View): Row[] =>
  view.order.map((id) => view.rows.get(id)!).filter((row) => row.running !== true);

Deno.test("for every recording the rows of the live stream are the rows of the replay", () => {
  for (const name of listRecordings()) {
    for (const [thread, changes] of changesOf(name)) {
      assert.deepEqual(kept(stream(changes)), kept(replay(changes)), `${name} ${thread}`);
    }
  }
});

Deno.test("events that a page contains already change nothing", () => {
  for (const name of listRecordings()) {
    for (const changes of changesOf(name).values()) {
      const once = stream(changes);
      const before = structuredClone(kept(once));
      stream(changes.filter((change) => entryOf(change) !== null || "delta" in change), once);
      assert.deepEqual(kept(once), before, name);
    }
  }
});

Deno.test("a page that opens in mid-answer has the text so far, and goes on", () => {
  const view = viewOf({
    meta: META,
    seq: 5,
    entries: [],
    live: {
      turn_id: "turn",
      activity: "Writing",
      items: [{ id: "m", role: "assistant", ts: "", place: 1, text: "Hel" }],
      approvals: [],
    },
    server: SERVER,
  });
  const delta = { type: "assistant_delta", id: "m", ts: "", delta: "lo" } as const;
  applyEvent(view, { seq: 6, conversation_id: "c", ...delta });
  const row = view.rows.get("m");
  assert.equal(row?.role === "assistant" && row.text, "Hello");
  assert.equal(view.turnId, "turn");
});

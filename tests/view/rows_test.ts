import assert from "node:assert/strict";
import { join } from "node:path";
import { type Live, liveOf } from "../../lib/gateway/open_conversation.ts";
import type { HubEvent } from "../../lib/hub/hub.ts";
import { type Change, type Entry, entryOf } from "../../lib/router/change.ts";
import { metaSchema } from "../../lib/transcript/meta.ts";
import {
  addOlder,
  applyEvent,
  emptyView,
  type Row,
  type View,
  viewOf,
} from "../../lib/view/rows.ts";
import { listRecordings } from "../harness/recordings.ts";
import { REPOSITORY } from "../harness/cache_folder.ts";
import { changesOf, linesOf, stepsOf } from "../router/recorded.ts";
import { rowsText } from "./row_text.ts";

const GOLDEN = join(REPOSITORY, "tests", "fixtures", "golden");
const NOW = "2026-01-01T00:00:00.000Z";
const META = metaSchema.parse({
  conversation_id: "c",
  thread_id: "t",
  cwd: "/",
  created_at: NOW,
  updated_at: NOW,
});
const IDLE: Live = { turn_id: null, activity: null, items: [], approvals: [] };

function stream(changes: readonly Change[], view: View = emptyView()): View {
  for (const change of changes) applyEvent(view, eventOf(change));
  return view;
}

/** As it arrives: written and read as JSON. */
function eventOf(change: Change): HubEvent {
  return JSON.parse(JSON.stringify({ seq: 0, ts: NOW, conversation_id: "c", ...change }));
}

/** What the gateway gives to a page that opens: the file so far, and what runs. */
function opened(entries: readonly Entry[], live: Live): View {
  return viewOf({
    meta: META,
    seq: 0,
    entries,
    first: 1,
    live,
    queue: { revision: 0, held: null, waiting: [] },
    server: { state: "running", pid: null, version: null, restarts: 0, problem: null, stderr: [] },
  });
}

const entriesOf = (changes: readonly Change[]): Entry[] =>
  JSON.parse(JSON.stringify(changes.map(entryOf).filter((entry) => entry !== null)));

const rowsOf = (view: View): Row[] => view.order.map((id) => view.rows.get(id)!);

Deno.test("for every recording the rows of the live stream are the rows of the replay", () => {
  for (const name of listRecordings()) {
    for (const [thread, changes] of changesOf(name)) {
      const rows = rowsOf(stream(changes));
      assert.deepEqual(rows, rowsOf(opened(entriesOf(changes), IDLE)), `${name} ${thread}`);
      assert.ok(rows.every(({ running }) => running !== true), `${name} ${thread}`);
    }
  }
});

// To make them anew: PILOTHOUSE_UPDATE_GOLDEN=1 deno task test tests/view/rows_test.ts
Deno.test("for every recording the rows are those of its golden file", () => {
  for (const name of listRecordings()) {
    const threads = [...changesOf(name)].filter(([thread]) => thread !== "")
      .map(([, changes]) => rowsOf(stream(changes))).filter((rows) => rows.length > 0);
    const text = threads.map((rows, at) => `=== thread ${at + 1} ===\n\n${rowsText(rows)}\n`)
      .join("\n");
    const file = join(GOLDEN, `${name}.txt`);
    if (Deno.env.get("PILOTHOUSE_UPDATE_GOLDEN") === "1") Deno.writeTextFileSync(file, text);
    assert.equal(text, Deno.readTextFileSync(file), file);
  }
});

Deno.test("a page that opens after any message of a recording ends with the same rows", () => {
  for (const name of listRecordings()) {
    const steps = [...cuts(name)];
    for (const [thread, whole] of changesOf(name)) {
      if (thread === "") continue;
      const expected = rowsOf(stream(whole));
      for (const { live, done } of steps.filter((step) => step.thread === thread)) {
        const view = opened(entriesOf(whole.slice(0, done)), live);
        stream(whole.slice(done), view);
        assert.deepEqual(rowsOf(view), expected, `${name} ${thread} opened after ${done}`);
      }
    }
  }
});

Deno.test("what runs looks the same to a page that opens and to one that watched", () => {
  for (const name of listRecordings()) {
    const whole = changesOf(name);
    for (const { thread, live, done } of cuts(name)) {
      const changes = whole.get(thread)!.slice(0, done);
      const view = opened(entriesOf(changes), live);
      assert.deepEqual(rowsOf(view), rowsOf(stream(changes)), `${name} ${thread} after ${done}`);
    }
  }
});

Deno.test("events that a page contains already change nothing", () => {
  for (const name of listRecordings()) {
    for (const changes of changesOf(name).values()) {
      const once = stream(changes);
      const before = structuredClone(rowsOf(once));
      stream(changes, once);
      assert.deepEqual(rowsOf(once), before, name);
    }
  }
});

Deno.test("an event of before, heard again, does not bring back what was replaced", () => {
  const diffs = [...changesOf("05-file-change").values()].flat()
    .filter((change) => change.type === "diff");
  const moved = diffs.find(({ entry }, at) =>
    diffs.findIndex((other) => other.entry.id === entry.id) < at
  );
  assert.ok(moved, "no file is edited twice in this recording");
  const former = diffs.find(({ entry }) => entry.id === moved.entry.id)!;
  const view = stream([former, moved, former]);
  assert.deepEqual(rowsOf(view), [moved.entry]);
});

Deno.test("older entries that are read later stand before, and never over, what is shown", () => {
  for (const name of ["03-command", "05-file-change", "14-mcp"]) {
    for (const changes of changesOf(name).values()) {
      const entries = entriesOf(changes);
      const whole = rowsOf(opened(entries, IDLE));
      for (let at = 0; at <= entries.length; at += 3) {
        const view = opened(entries.slice(at), IDLE);
        addOlder(view, entries.slice(Math.max(0, at - 5), at));
        addOlder(view, entries.slice(0, Math.max(0, at - 5)));
        assert.deepEqual(rowsOf(view), whole, `${name} from ${at}`);
      }
    }
  }
});

Deno.test("an entry without place or time stands behind the one before it", () => {
  const ts = (n: number) => new Date(1_000 * n).toISOString();
  const notice = (id: string, at: string) =>
    ({ id, ts: at, role: "notice", kind: "warning", text: "" }) as const;
  const entries = [notice("a", ts(1)), notice("lost", ""), notice("b", ts(2))];
  assert.deepEqual(opened(entries, IDLE).order, ["a", "lost", "b"]);
});

/** After each message that changed something: how many changes there were, and what runs. */
function* cuts(name: string): Generator<{ thread: string; live: Live; done: number }> {
  const counts = new Map<string, number>();
  for (const { thread, changes, state } of stepsOf(linesOf(name))) {
    if (thread === "" || changes.length === 0) continue;
    const done = (counts.get(thread) ?? 0) + changes.length;
    counts.set(thread, done);
    yield { thread, done, live: structuredClone(liveOf(state.threads.get(thread))) };
  }
}

// A small wire for tests of the router: says messages in today's words, keeps what came of them,
// and shows the rows of a page that watched, after checking that a page which reads the transcript
// has the same.

import assert from "node:assert/strict";
import { type Live, liveOf } from "../../lib/gateway/open_conversation.ts";
import type { JsonObject, RequestId } from "../../lib/protocol/message.ts";
import { type Change, type Entry, entryOf, type PendingApproval } from "../../lib/router/change.ts";
import { route } from "../../lib/router/route.ts";
import { initialState, type RouterOptions, type RouterState } from "../../lib/router/state.ts";
import { metaSchema } from "../../lib/transcript/meta.ts";
import { applyEvent, emptyView, type Row, type View, viewOf } from "../../lib/view/rows.ts";

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

export const THREAD = "01a1ee25-0000-7000-8000-000000000001";
export const TURN = "01a1ee25-0000-7000-8000-000000000002";

/** One thread's conversation with a router. */
export class Wire {
  readonly state: RouterState;
  readonly changes: Change[] = [];
  readonly #view: View = emptyView();
  ms = 1_800_000_000_000;

  constructor(options: RouterOptions = {}) {
    this.state = initialState(options);
  }

  /** A notification; thread and turn are the usual ones unless given. */
  say(method: string, params: JsonObject = {}): Change[] {
    const whole = { threadId: THREAD, turnId: TURN, ...params };
    const message = { kind: "notification", method, params: whole, emittedAtMs: null } as const;
    return this.take(route(this.state, message, this.ms += 10).changes);
  }

  /** A request of the server. */
  ask(method: string, params: JsonObject, id: RequestId = 0): PendingApproval {
    const whole = { threadId: THREAD, turnId: TURN, ...params };
    const message = { kind: "request", id, method, params: whole } as const;
    const changes = this.take(route(this.state, message, this.ms += 10).changes);
    const asked = changes.find((change) => change.type === "approval");
    assert.ok(asked, `${method} asks nobody`);
    return asked.approval;
  }

  start(turnId: string = TURN): void {
    this.say("turn/started", { turnId, turn: { id: turnId, status: "inProgress" } });
  }

  end(status = "completed", turnId: string = TURN): Change[] {
    return this.say("turn/completed", { turnId, turn: { id: turnId, status, items: [] } });
  }

  begin(item: JsonObject): Change[] {
    return this.say("item/started", { item });
  }

  finish(item: JsonObject): Change[] {
    return this.say("item/completed", { item });
  }

  /** Changes from elsewhere, such as a decision. */
  take(changes: readonly Change[]): Change[] {
    this.changes.push(...changes);
    watch(this.#view, changes);
    return [...changes];
  }

  get entries(): Entry[] {
    return entriesOf(this.changes);
  }

  /** The rows; the mirror is held against them each time. */
  get rows(): Row[] {
    const live = liveOf(this.state.threads.get(THREAD));
    const rows = rowsOf(this.#view);
    assert.deepEqual(rowsOf(opened(this.entries, live)), rows, "the mirror");
    return rows;
  }

  /** The rows in short: role and text. */
  get told(): string[] {
    return this.rows.map((row) => {
      const words = "text" in row ? row.text : "command" in row ? row.command : "";
      return `${row.role}${row.running ? "…" : ""} ${words ?? ""}`.trim();
    });
  }
}

/**
 * The mirror rule: a page that watched all changes, one that reads their transcript, and those that
 * opened on the way (after so many changes, with what ran then) have the same rows in one order.
 */
export function mirrors(changes: readonly Change[], snapshots: readonly [number, unknown][]): void {
  const watched = emptyView();
  watch(watched, changes);
  const rows = rowsOf(watched);
  assert.ok(rows.every(({ running }) => running !== true), "something runs for ever");
  assert.deepEqual(rowsOf(opened(entriesOf(changes), IDLE)), rows, "the replay");
  for (const [done, live] of snapshots) {
    const view = opened(entriesOf(changes.slice(0, done)), live as Live);
    const before = emptyView();
    watch(before, changes.slice(0, done));
    assert.deepEqual(rowsOf(view), rowsOf(before), `opened after ${done} changes`);
    watch(view, changes.slice(done));
    assert.deepEqual(rowsOf(view), rows, `opened after ${done} changes, at the end`);
  }
  watch(watched, changes);
  assert.deepEqual(rowsOf(watched), rows, "heard twice");
}

const IDLE: Live = { turn_id: null, activity: null, items: [], approvals: [] };

function watch(view: View, changes: readonly Change[]): void {
  for (const change of changes) {
    applyEvent(view, { seq: 0, ts: NOW, conversation_id: "c", ...change });
  }
}

function opened(entries: readonly Entry[], live: Live): View {
  const queue = { revision: 0, held: null, waiting: [] };
  return viewOf({ meta: META, seq: 0, first: 1, entries, live, queue, server: SERVER });
}

function entriesOf(changes: readonly Change[]): Entry[] {
  return changes.map(entryOf).filter((entry) => entry !== null);
}

function rowsOf(view: View): Row[] {
  return view.order.map((id) => view.rows.get(id)!);
}

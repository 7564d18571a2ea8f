import assert from "node:assert/strict";
import type { OpenConversation } from "../../lib/gateway/open_conversation.ts";
import type { HubEvent } from "../../lib/hub/hub.ts";
import { PageModel } from "../../lib/page/model.ts";

const TS = "2026-01-02T03:04:05.000Z";

function opened(seq: number, fields: Record<string, unknown> = {}): OpenConversation {
  const live = { turn_id: null, activity: null, items: [], approvals: [] };
  const server = { state: "running", problem: null };
  const queue = { revision: 0, held: null, waiting: [] };
  const meta = {
    conversation_id: "c",
    label: "",
    cwd: "/",
    markdown: true,
    command_output_lines: 20,
  };
  return {
    meta,
    seq,
    entries: [],
    first: 1,
    live,
    queue,
    server,
    ...fields,
  } as unknown as OpenConversation;
}

/** A model whose frames come when the test says so. */
function modelOf(open: OpenConversation) {
  const frames: (() => void)[] = [];
  const model = new PageModel(open, "/", (draw) => void frames.push(draw));
  return { model, frame: () => frames.splice(0).forEach((draw) => draw()) };
}

const event = (seq: number, fields: Record<string, unknown>): HubEvent =>
  ({ seq, ts: TS, conversation_id: "c", ...fields }) as unknown as HubEvent;

const delta = (seq: number, text: string): HubEvent =>
  event(seq, { type: "assistant_delta", id: "m", delta: text, place: 1 });

const textOf = (model: PageModel): string => {
  const row = model.row("m").value;
  return row.role === "assistant" ? row.text : "";
};

Deno.test("events between two frames are drawn together", () => {
  const { model, frame } = modelOf(opened(0));
  let drawn = 0;
  model.receive(delta(1, "a"));
  frame();
  model.row("m").subscribe(() => drawn++);
  for (let seq = 2; seq < 500; seq++) model.receive(delta(seq, "x"));
  assert.equal(drawn, 1, "drawn before the frame");
  frame();
  assert.equal(drawn, 2);
  assert.equal(textOf(model).length, 499);
});

Deno.test("what comes while the end is read anew is neither lost nor shown twice", async () => {
  const { model, frame } = modelOf(opened(0));
  model.receive(delta(1, "one "));
  frame();
  const { promise, resolve } = Promise.withResolvers<OpenConversation>();
  const done = model.reopen(() => promise);
  model.receive(delta(2, "two "));
  frame();
  model.receive(delta(3, "three"));
  // The server read it when event 2 was in, and 3 was not.
  const item = { id: "m", ts: TS, place: 1, role: "assistant", text: "one two " };
  resolve(opened(2, { live: { turn_id: "t", activity: null, items: [item], approvals: [] } }));
  await done;
  frame();
  assert.equal(textOf(model), "one two three");
});

Deno.test("the head knows how the latest thing went, and how many decisions wait", () => {
  const entries = [{ id: "s", ts: TS, role: "status", status: "failed", duration_ms: 1 }];
  const { model, frame } = modelOf(opened(0, { entries }));
  assert.equal(model.head.value.outcome, "bad", "not restored from the transcript");
  model.receive(event(1, { type: "approval", approval: { id: "a", ts: TS, place: 2 } }));
  model.receive(event(2, { type: "activity", text: "Waiting", turn_id: "t" }));
  frame();
  assert.deepEqual([model.head.value.waiting, model.head.value.since], [1, TS]);
});

Deno.test("who is not at the end is told that something came", () => {
  const { model, frame } = modelOf(opened(0));
  model.receive(delta(1, "a"));
  frame();
  assert.equal(model.news.value, false);
  model.pinned.value = false;
  model.receive(delta(2, "b"));
  frame();
  assert.equal(model.news.value, true);
});

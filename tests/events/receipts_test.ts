import assert from "node:assert/strict";
import { eventRule } from "../../lib/config/event_settings.ts";
import { corpus } from "./corpus.ts";
import { EventDesk, THREAD, withDesk } from "./event_desk.ts";

const QUERY = `?thread=${THREAD}`;

async function post(
  desk: EventDesk,
  id: string,
  fields: Record<string, unknown> = {},
): Promise<void> {
  const event = { ...JSON.parse(corpus(THREAD)[0]!.text), event_id: id, ...fields };
  const { status, body } = await desk.http("POST events", { body: JSON.stringify(event) });
  assert.equal(status, 202, JSON.stringify(body));
}

Deno.test("a receipt tells the state, the mode, the trust and the whole way", () =>
  withDesk(async (desk) => {
    await post(desk, "a");
    const { status, body } = await desk.http("GET events/a", { query: QUERY });
    assert.equal(status, 200);
    const { event_id, state, mode, unread, reason, trust, history } = body;
    assert.deepEqual({ event_id, state, mode, unread, reason }, {
      ...{ event_id: "a", state: "queued", mode: "queue_for_next_turn", unread: true },
      reason: "default policy",
    });
    assert.equal(trust.treat_as_instruction, false);
    assert.deepEqual(history.map((step: { state: string }) => step.state), ["accepted", "queued"]);
    assert.equal((await desk.http("GET events/nobody", { query: QUERY })).status, 404);
    assert.equal((await desk.http("GET events/a", { query: "?thread=thr_x" })).status, 401);
  }));

Deno.test("who waits for a state is answered when it is reached, or can never be", () =>
  withDesk(async (desk) => {
    await post(desk, "a");
    await post(desk, "b");
    const waiting = desk.http("GET events/a", { query: `${QUERY}&wait=observed&timeout_s=20` });
    const other = desk.http("GET events/b", { query: `${QUERY}&wait=observed&timeout_s=20` });
    const thread = (await desk.service.thread(THREAD))!;
    await thread.ack(2);
    const claim = await thread.claim("m1");
    await claim!.settle({ kind: "accepted", turnId: "t1" });
    thread.echoed("m1", "t1");
    const first = (await waiting).body;
    assert.deepEqual([first.reached, first.state, first.turn_id], [true, "observed", "t1"]);
    const second = (await other).body;
    assert.deepEqual([second.reached, second.state], [false, "acked"]);
  }));

Deno.test("a wait ends with its time, and says that the state was not reached", () =>
  withDesk(async (desk) => {
    await post(desk, "a");
    const waiting = desk.http("GET events/a", { query: `${QUERY}&wait=observed&timeout_s=2` });
    await desk.service.thread(THREAD);
    // The wait has to be there before its time can pass.
    for (let n = 0; n < 20; n++) await Promise.resolve();
    desk.timers.pass(2_000);
    const { body } = await waiting;
    assert.deepEqual([body.reached, body.state], [false, "queued"]);
    const bad = await desk.http("GET events/a", { query: `${QUERY}&wait=never` });
    assert.equal(bad.status, 400);
  }));

Deno.test("a list is the newest first, by state, and counts the unread", () =>
  withDesk(async (desk) => {
    for (const id of ["a", "b", "c"]) await post(desk, id);
    await desk.http("POST events:ack", { body: `{"thread_id":"${THREAD}","event_id":"b"}` });
    const ids = async (query: string) => {
      const { body } = await desk.http("GET events", { query: QUERY + query });
      return body.events.map((event: { event_id: string }) => event.event_id);
    };
    assert.deepEqual(await ids(""), ["c", "b", "a"]);
    assert.deepEqual(await ids("&state=queued"), ["c", "a"]);
    assert.deepEqual(await ids("&limit=1"), ["c"]);
    assert.deepEqual(await ids("&after=2"), ["c"]);
    const { body } = await desk.http("GET events", { query: QUERY });
    assert.deepEqual([body.unread, body.last_seq], [2, 3]);
    assert.equal((await desk.http("GET events", { query: `${QUERY}&state=odd` })).status, 400);
  }));

Deno.test("an acknowledged event is not told to the model any more", () =>
  withDesk(async (desk) => {
    await post(desk, "a");
    const body = `{"threadId":"${THREAD}","eventId":"a"}`;
    const { status, body: answer } = await desk.http("POST externalEvent/ack", { body });
    assert.deepEqual([status, answer.ok], [200, true]);
    assert.equal(await desk.service.claim(THREAD, "m"), null);
    const unknown = await desk.http("POST events:ack", {
      body: `{"thread_id":"${THREAD}","event_id":"nobody"}`,
    });
    assert.deepEqual([unknown.status, unknown.body.code], [404, "unknown_event"]);
  }));

Deno.test("the mirror of the protocol extension lists as well", () =>
  withDesk(async (desk) => {
    await post(desk, "a");
    const body = `{"threadId":"${THREAD}","limit":5}`;
    const { body: answer } = await desk.http("POST externalEvent/list", { body });
    assert.equal(answer.events[0].event_id, "a");
  }));

Deno.test("a preview shows the decision and the very text that a delivery sends, and keeps nothing", () =>
  withDesk(async (desk) => {
    const text = corpus(THREAD)[0]!.text;
    const { status, body } = await desk.http("POST events:preview", { body: text });
    assert.equal(status, 200);
    assert.equal(body.decision.mode, "queue_for_next_turn");
    assert.deepEqual(await desk.ids(), []);
    await desk.http("POST events", { body: text });
    assert.equal((await desk.service.claim(THREAD, "m"))!.text, body.model_visible.text);
    const bad = await desk.http("POST events:preview", { body: "{}" });
    assert.deepEqual([bad.status, bad.body.code], [400, "invalid_event"]);
  }));

Deno.test("events for a thread that is not loaded are kept, and go with its next turn", () =>
  withDesk(async (desk) => {
    desk.agent.thread = { ...desk.agent.thread, loaded: false };
    await post(desk, "a");
    desk.agent.thread = { ...desk.agent.thread, loaded: true };
    assert.match((await desk.service.claim(THREAD, "m"))!.text, /\[info\] build\.completed a/);
  }));

Deno.test("what nobody took in time expires, is told so, and is never sent", () => {
  let now = 1_800_000_000_000;
  return withDesk(async (desk) => {
    await post(desk, "old");
    now += 2 * 3_600_000;
    await post(desk, "new");
    const claim = await desk.service.claim(THREAD, "m");
    assert.doesNotMatch(claim!.text, /completed old/);
    const { body } = await desk.http("GET events/old", { query: QUERY });
    assert.deepEqual([body.state, body.unread], ["expired", true]);
    assert.match(body.reason, /nobody took it within 1 hours/);
  }, { settings: { expire_after_hours: 1 }, now: () => now });
});

Deno.test("a rule steers, and an authenticated source on the list starts a turn", () =>
  withDesk(async (desk) => {
    await post(desk, "t", { type: "deploy.done" });
    const thread = (await desk.service.thread(THREAD))!;
    await thread.ledger.tidy(true);
    assert.deepEqual(desk.agent.received.map(({ how }) => how), ["start"]);
    await post(desk, "s", { type: "build.failed" });
    for (let n = 0; n < 4; n++) await thread.ledger.tidy(true);
    assert.deepEqual(desk.agent.received.map(({ how }) => how), ["start", "steer"]);
  }, {
    settings: {
      rules: [
        eventRule.parse({ match_type: "deploy.*", sources: ["buildkite"], delivery: "auto_turn" }),
        eventRule.parse({ match_type: "build.failed", delivery: "steer" }),
      ],
    },
  }));

Deno.test("rows that could not be shown come when the thread gets its conversation", () =>
  withDesk(async (desk) => {
    desk.shown = false;
    await post(desk, "a");
    await post(desk, "b");
    assert.equal(desk.rows.length, 0);
    desk.shown = true;
    (await desk.service.thread(THREAD))!.loaded();
    await desk.close();
    assert.deepEqual(desk.rows.map(({ event }) => event.event_id), ["a", "b"]);
  }));

Deno.test("rows that a crash swallowed are made at the next start, and none is missing", () =>
  withDesk(async (desk) => {
    await post(desk, "a");
    await desk.close();
    // As if the process had died before it could note how far rows were made.
    await Deno.remove(desk.paths.state);
    const again = new EventDesk(desk.root, {});
    await again.service.thread(THREAD);
    await again.close();
    assert.deepEqual(again.rows.map(({ event }) => event.event_id), ["a"]);
  }));

Deno.test("a thread whose events another process takes is left to that one", () =>
  withDesk(async (desk) => {
    await post(desk, "a");
    const second = new EventDesk(desk.root, {});
    const { status, body } = await second.http("POST events", { body: corpus(THREAD)[0]!.text });
    assert.deepEqual([status, body.code], [503, "not_stored"]);
    assert.match(body.message, /another Pilothouse/);
    await second.close();
  }));

import assert from "node:assert/strict";
import type { Outcome } from "../../lib/events/agent_port.ts";
import { Delivery, type Plan } from "../../lib/events/delivery.ts";
import { AUTO_TURN_TEXT, STEER_TEXT } from "../../lib/events/framing.ts";
import type { Candidate, Ledger } from "../../lib/events/ledger.ts";
import { candidate, inLedgerFolder, type LedgerFolder } from "./ledger_folder.ts";
import { ManualTimers, MemoryAgent } from "./memory_agent.ts";

interface Stage {
  readonly folder: LedgerFolder;
  readonly ledger: Ledger;
  readonly agent: MemoryAgent;
  readonly timers: ManualTimers;
  readonly delivery: Delivery;
  readonly problems: string[];
  /** Accepts an event and hands it over, as the intake does. */
  send(id: string, plan?: Partial<Plan>): Promise<number>;
  /** Resolves when nothing is under way on disk or in the agent. */
  quiet(): Promise<void>;
  states(): Record<string, string>;
  reasonOf(seq: number): string | null;
}

const QUEUE: Plan = {
  mode: "queue_for_next_turn",
  fallback: "queue_for_next_turn",
  coalesce: true,
  debounceMs: 0,
  maxAutoTurns: 6,
};

function onStage(fn: (stage: Stage) => Promise<void>): Promise<void> {
  return inLedgerFolder(async (folder) => {
    const ledger = await folder.open();
    const agent = new MemoryAgent();
    const timers = new ManualTimers();
    const problems: string[] = [];
    const delivery = deliveryOf(ledger, agent, timers, problems);
    await fn({
      ...{ folder, ledger, agent, timers, delivery, problems },
      send: async (id, plan = {}) => {
        const whole = { ...QUEUE, ...plan };
        const first: Partial<Candidate> = {
          mode: whole.mode,
          state: whole.mode === "steer" ? "accepted" : "queued",
        };
        const { record } = await ledger.accept(candidate(id, first));
        delivery.deliver(record, whole);
        return record.seq;
      },
      quiet: async () => {
        // Each step of a delivery is a commit: when several in a row change nothing, it is over.
        for (let n = 0; n < 6; n++) {
          await ledger.markInbox({ dev: 0, ino: 0, offset: n, proof: "" });
        }
      },
      states: () => statesOf(ledger),
      reasonOf: (seq) => ledger.get(seq)!.progress.reason,
    });
    delivery.stop();
    assert.deepEqual(problems, []);
  });
}

function deliveryOf(ledger: Ledger, port: MemoryAgent, timers: ManualTimers, problems: string[]) {
  return new Delivery({
    ...{ threadId: "thr_1", ledger, port, timers, crash: () => {} },
    limits: { perGroup: 3, characters: 3_800 },
    now: () => timers.now,
    delimiter: () => "d1e2",
    report: (problem) => problems.push(problem),
  });
}

function statesOf(ledger: Ledger): Record<string, string> {
  return Object.fromEntries(
    [...ledger.newest()].map(({ event, progress }) => [event.event_id, progress.state]),
  );
}

const accepted = (turnId: string): Outcome => ({ kind: "accepted", turnId });
const refused = (reason: string): Outcome => ({ kind: "refused", reason });
const running = (turnId: string | null) => ({
  turnId,
  loaded: true,
  canSteer: true,
  canInject: true,
});

Deno.test("queued events go with the next turn, and are observed when its message is echoed", () =>
  onStage(async ({ send, delivery, states, ledger }) => {
    await send("a");
    await send("b");
    const claim = await delivery.claim("msg_1");
    assert.match(claim!.text, /build\.failed a .*\n.*build\.failed b /);
    assert.deepEqual(states(), { a: "turn_starting", b: "turn_starting" });
    assert.equal(await delivery.claim("msg_2"), null, "another turn must not carry them again");
    await claim!.settle(accepted("turn_1"));
    assert.deepEqual(states(), { a: "injected", b: "injected" });
    delivery.echoed("msg_1", "turn_1");
    await ledger.markInbox({ dev: 0, ino: 0, offset: 0, proof: "" });
    assert.deepEqual(states(), { a: "observed", b: "observed" });
    assert.equal(ledger.get(1)!.progress.turn_id, "turn_1");
  }));

Deno.test("an echo that comes before the reply is a proof as well", () =>
  onStage(async ({ send, delivery, states, quiet }) => {
    await send("a");
    const claim = await delivery.claim("msg_1");
    delivery.echoed("msg_1", "turn_1");
    await claim!.settle(accepted("turn_1"));
    await quiet();
    assert.deepEqual(states(), { a: "observed" });
  }));

Deno.test("a refused turn gives its events back; after three times they are dead", () =>
  onStage(async ({ send, delivery, states, reasonOf }) => {
    const seq = await send("a");
    for (let n = 1; n <= 2; n++) {
      await (await delivery.claim(`msg_${n}`))!.settle(refused("busy"));
      assert.deepEqual(states(), { a: "queued" });
      assert.equal(reasonOf(seq), "next turn: busy");
    }
    await (await delivery.claim("msg_3"))!.settle(refused("busy"));
    assert.deepEqual(states(), { a: "dead" });
  }));

Deno.test("an unknown outcome is never sent again; a late echo still proves it", () =>
  onStage(async ({ send, delivery, states, quiet }) => {
    await send("a");
    await (await delivery.claim("msg_1"))!.settle({ kind: "unknown", reason: "no answer" });
    assert.deepEqual(states(), { a: "indeterminate" });
    assert.equal(await delivery.claim("msg_2"), null);
    delivery.echoed("msg_1", "turn_1");
    await quiet();
    assert.deepEqual(states(), { a: "observed" });
  }));

Deno.test("a message of ours that is in the thread afterwards proves its events, a person's not", () =>
  onStage(async ({ send, delivery, states, quiet, agent }) => {
    agent.thread = running("turn_1");
    await send("ours", { mode: "steer" });
    await quiet();
    agent.thread = running(null);
    await send("theirs");
    await (await delivery.claim("msg_1"))!.settle({ kind: "unknown", reason: "no answer" });
    delivery.disconnected();
    await quiet();
    assert.deepEqual(states(), { theirs: "indeterminate", ours: "indeterminate" });
    agent.turns.set(agent.received[0]!.clientId, "turn_1").set("msg_1", "turn_2");
    delivery.loaded();
    await quiet();
    // The person's message was sent again, without the event.
    assert.deepEqual(states(), { theirs: "indeterminate", ours: "observed" });
  }));

Deno.test("a turn that ends without the echo, or dies with the app-server, leaves it unknown", () =>
  onStage(async ({ send, delivery, states, quiet, reasonOf }) => {
    const ended = await send("a");
    await (await delivery.claim("msg_1"))!.settle(accepted("turn_1"));
    delivery.turnEnded("turn_0");
    await quiet();
    assert.deepEqual(states(), { a: "injected" });
    delivery.turnEnded("turn_1");
    await quiet();
    assert.match(reasonOf(ended)!, /not echoed/);
    const died = await send("b");
    await (await delivery.claim("msg_2"))!.settle(accepted("turn_2"));
    delivery.disconnected();
    await quiet();
    assert.match(reasonOf(died)!, /went away/);
    assert.deepEqual(states(), { a: "indeterminate", b: "indeterminate" });
  }));

Deno.test("a steer goes into the running turn with our own sentence and the events as data", () =>
  onStage(async ({ send, delivery, agent, states, quiet }) => {
    agent.thread = running("turn_7");
    await send("a", { mode: "steer" });
    await quiet();
    const [call] = agent.received;
    assert.equal(call!.how, "steer");
    assert.equal(call!.text, STEER_TEXT);
    assert.match(call!.carried, /d1e2\| \[error\] build\.failed a/);
    assert.deepEqual(states(), { a: "injected" });
    delivery.echoed(call!.clientId, "turn_7");
    await quiet();
    assert.deepEqual(states(), { a: "observed" });
  }));

Deno.test("a refused steer falls back to the queue with the reason, and goes with the next turn", () =>
  onStage(async ({ send, delivery, agent, states, quiet, reasonOf }) => {
    agent.thread = running("turn_7");
    agent.answers.push(refused("no active turn to steer"));
    const seq = await send("a", { mode: "steer" });
    await quiet();
    assert.deepEqual(states(), { a: "queued" });
    assert.equal(reasonOf(seq), "steer: no active turn to steer");
    assert.ok(await delivery.claim("msg_1"));
    assert.equal(agent.received.length, 1);
  }));

Deno.test("a steer for which the turn is gone falls back without a call", () =>
  onStage(async ({ send, agent, states, quiet }) => {
    await send("a", { mode: "steer" });
    await send("b", { mode: "steer", fallback: "append_to_thread" });
    await quiet();
    assert.deepEqual(states(), { a: "queued", b: "injected" });
    assert.deepEqual(agent.received.map(({ how }) => how), ["append"]);
  }));

Deno.test("events that come in quick succession make one steer, unless the rule says otherwise", () =>
  onStage(async ({ send, agent, timers, quiet }) => {
    agent.thread = running("turn_7");
    await send("a", { mode: "steer", debounceMs: 100 });
    timers.pass(60);
    await send("b", { mode: "steer", debounceMs: 100 });
    timers.pass(60);
    await quiet();
    assert.equal(agent.received.length, 0, "it was not quiet yet");
    timers.pass(60);
    await quiet();
    assert.equal(agent.received.length, 1);
    for (const id of ["c", "d"]) {
      await send(id, { mode: "steer", debounceMs: 100, coalesce: false });
    }
    timers.pass(100);
    await quiet();
    assert.equal(agent.received.length, 3);
  }));

Deno.test("a stream that never pauses is told all the same", () =>
  onStage(async ({ send, agent, timers, quiet }) => {
    agent.thread = running("turn_7");
    for (let n = 0; n < 25; n++) {
      await send(`e${n}`, { mode: "steer", debounceMs: 100 });
      timers.pass(50);
    }
    await quiet();
    assert.ok(agent.received.length >= 1, "it waited for ever");
  }));

Deno.test("appended events end at injected, and wait for a thread that is not loaded", () =>
  onStage(async ({ send, delivery, agent, states, quiet }) => {
    agent.thread = { ...running(null), loaded: false };
    await send("a", { mode: "append_to_thread" });
    await quiet();
    assert.deepEqual(states(), { a: "queued" });
    agent.thread = running(null);
    delivery.loaded();
    await quiet();
    assert.deepEqual(states(), { a: "injected" });
    delivery.turnEnded("any");
    assert.deepEqual(states(), { a: "injected" });
    agent.answers.push(new Error("the line broke"));
    await send("b", { mode: "append_to_thread" });
    await quiet();
    assert.deepEqual(states(), { a: "injected", b: "indeterminate" });
  }));

Deno.test("a turn of its own waits for the running one, and takes along what is queued", () =>
  onStage(async ({ send, delivery, agent, states, quiet }) => {
    agent.thread = running("turn_7");
    await send("q");
    await send("a", { mode: "auto_turn" });
    await quiet();
    assert.equal(agent.received.length, 0);
    agent.thread = running(null);
    delivery.turnEnded("turn_7");
    await quiet();
    const [call] = agent.received;
    assert.equal(call!.how, "start");
    assert.equal(call!.text, AUTO_TURN_TEXT);
    assert.match(call!.carried, /failed q [\s\S]*failed a /);
    delivery.echoed(call!.clientId, "turn_1");
    await quiet();
    assert.deepEqual(states(), { a: "observed", q: "observed" });
    assert.equal(delivery.autoTurnsSince(-1), 1);
  }));

Deno.test("beyond the cap no turn is started, and the reason is told", () =>
  onStage(async ({ send, delivery, agent, states, quiet, reasonOf }) => {
    await send("a", { mode: "auto_turn", maxAutoTurns: 1 });
    await quiet();
    const seq = await send("b", { mode: "auto_turn", maxAutoTurns: 1 });
    await quiet();
    agent.thread = running(null);
    delivery.turnEnded("turn_1");
    await quiet();
    assert.equal(agent.received.length, 1);
    assert.equal(states()["b"], "queued");
    assert.match(reasonOf(seq)!, /1 turns were started/);
  }));

Deno.test("a person's turn that is quicker takes the events of a planned turn; none goes twice", () =>
  onStage(async ({ send, delivery, agent, timers, quiet }) => {
    await send("a", { mode: "auto_turn", debounceMs: 100 });
    await (await delivery.claim("msg_1"))!.settle(accepted("turn_1"));
    timers.pass(100);
    await quiet();
    assert.equal(agent.received.length, 0);
  }));

Deno.test("events that a full disk cannot note are not sent, and wait", () =>
  onStage(async ({ send, delivery, agent, folder, states, problems, quiet }) => {
    await send("a");
    folder.failing = "sync";
    await assert.rejects(delivery.claim("msg_1"));
    assert.deepEqual(states(), { a: "queued" });
    folder.failing = null;
    assert.ok(await delivery.claim("msg_2"));
    agent.thread = running("turn_1");
    await send("b", { mode: "steer", debounceMs: 1 });
    await quiet();
    assert.deepEqual(problems, []);
  }));

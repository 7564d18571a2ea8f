// A service on the real codex that can be stopped at a named point of an event's way, killed there and
// started again; and the accounts of what became of each event: ledger, transcript, model.

import assert from "node:assert/strict";
import { join } from "node:path";
import { Talk } from "../gateway/talk.ts";
import { type ModelServer, say } from "../harness/model_server.ts";
import { type Service, waitFor } from "../harness/service.ts";
import type { CrashPoint } from "../../lib/events/crash_points.ts";
import { eventOf, EventThread, modelInputs } from "./event_talk.ts";

const LONG_MS = 30_000;

/** How an event comes, and how it is to be told. */
export type Way = "http" | "inbox" | "drop" | "steer" | "auto" | "append" | "turn";

/** One event of the matrix. */
export interface Fault {
  readonly point: CrashPoint;
  readonly way: Way;
  /** At this point nobody can know what the agent got: it may end as `indeterminate`. */
  readonly unknown?: true;
}

export const idOf = ({ point, way }: Fault) => `evt-${point.replace(/[._]/g, "-")}-${way}`;

/** What the rules of these tests make of types; all other events wait for the next turn. */
export const RULES = JSON.stringify([
  { match_type: "steer.*", delivery: "steer" },
  { match_type: "auto.*", delivery: "auto_turn", max_auto_turns_per_hour: 1_000 },
  { match_type: "append.*", delivery: "append_to_thread" },
]);
export const AUTO_SOURCES = '["ci"]';

export class FaultStage {
  readonly talk: Talk;
  readonly #file: string;

  constructor(
    readonly service: Service,
    readonly model: ModelServer,
    readonly thread: EventThread,
    file: string,
  ) {
    this.talk = new Talk(service, model);
    this.#file = file;
  }

  /** From now on the service stops where this point is. */
  async arm(point: CrashPoint): Promise<void> {
    await Deno.writeTextFile(this.#file, point);
  }

  async disarm(): Promise<void> {
    await Deno.remove(this.#file).catch(() => {});
  }

  /** Resolves when the service has stopped there, for the so-manyth time. */
  async stopped(point: CrashPoint, times = 1): Promise<void> {
    const line = `crash point ${point}\n`;
    await waitFor(() => this.service.stderr().split(line).length > times, {
      ...{ timeoutMs: LONG_MS, everyMs: 2, what: `the service to stop at ${point}` },
    });
  }

  /** Sends the event on its way; resolves with the answer, or null if there was none. */
  async send(fault: Fault): Promise<number | null> {
    const { way } = fault;
    const event = eventOf({
      ...{ event_id: idOf(fault), title: `event of ${fault.point}`, source: { name: "ci" } },
      // Sent again, it is the same event.
      time_unix_ms: 1_800_000_000_000,
      type: `${["steer", "auto", "append"].includes(way) ? way : "plain"}.event`,
    });
    const text = `${JSON.stringify(event)}\n`;
    if (way === "inbox") {
      await Deno.writeTextFile(this.thread.inbox, text, { append: true });
    } else if (way === "drop") {
      await Deno.writeTextFile(join(this.thread.folder, "inbox", `${idOf(fault)}.json`), text);
    } else return await this.#post(text);
    return null;
  }

  /** A message of a person, whose turn takes along what waits. Nobody waits for its answer. */
  speak(text: string): void {
    this.talk.say(this.thread.conversation, text).catch(() => {});
  }

  /** A turn that runs until it is told otherwise; resolves when it can be steered. */
  async busy(gate: { readonly step: ReturnType<typeof say> }, text: string): Promise<void> {
    this.model.push({ ...gate.step, match: text });
    await this.talk.say(this.thread.conversation, text);
    await waitFor(
      async () => (await this.talk.open(this.thread.conversation)).live.items.some((i) => i.text),
      { timeoutMs: LONG_MS, what: "a turn to run" },
    );
  }

  /** Another turn to its end: what still waits is told now. */
  async nextTurn(text: string): Promise<void> {
    await this.quiet();
    await this.talk.say(this.thread.conversation, text);
    await waitFor(() => this.model.seen.some((request) => request.text.includes(text)), {
      ...{ timeoutMs: LONG_MS, what: `the model to be asked "${text}"` },
    });
    await this.quiet();
  }

  /** No turn runs, none waits. */
  async quiet(): Promise<void> {
    await waitFor(async () => {
      const { live, queue } = await this.talk.open(this.thread.conversation);
      const { running } = await this.talk.call("status");
      return running && live.turn_id === null && queue.waiting.length === 0;
    }, { timeoutMs: LONG_MS, what: "the agent to be idle" });
  }

  /** All accounts of an event agree, and none says that it came twice. */
  async judge(fault: Fault): Promise<string> {
    const id = idOf(fault);
    const path = `/v1/events?thread=${this.thread.id}&limit=500`;
    const settled = ["observed", "indeterminate", "injected"];
    const record = await waitFor(async () => {
      const { events } = await (await this.service.fetch(path)).json();
      const own = events.filter(({ event_id }: { event_id: string }) => event_id === id);
      assert.equal(own.length, 1, `${id} is in the ledger once`);
      return settled.includes(own[0].state) ? own[0] : null;
    }, { timeoutMs: LONG_MS, what: `${id} to be told or given up` });
    const row = await waitFor(async () => {
      const rows = (await this.thread.rows(this.talk)).filter(({ event_id }) => event_id === id);
      assert.equal(rows.length, 1, `${id} has one row`);
      return rows[0]!.state === record.state ? rows[0] : null;
    }, { timeoutMs: LONG_MS, what: `the row of ${id} to be ${record.state}` });
    const told = deliveries(this.model, id).size;
    if (record.state === "indeterminate") {
      assert.ok(fault.unknown, `${id} is ${row.state}: ${record.reason}`);
      assert.ok(told <= 1, `${id} was told ${told} times`);
    } else assert.equal(told, 1, `${id} is ${record.state} and was told ${told} times`);
    return record.state;
  }

  async #post(body: string): Promise<number | null> {
    const { url, token } = this.service;
    try {
      const response = await fetch(`${url}/v1/events?thread=${this.thread.id}`, {
        ...{ method: "POST", headers: { authorization: `Bearer ${token}` }, body },
      });
      const answer = await response.json();
      const fine = answer.ok || answer.same_body === true;
      assert.ok(fine, `${response.status} ${JSON.stringify(answer)}`);
      return response.status;
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error;
      return null;
    }
  }
}

/** The deliveries in which the model was told of an event; its history repeats them. */
export function deliveries(model: ModelServer, id: string): Set<string> {
  const found = new Set<string>();
  for (const { text } of modelInputs(model).flat()) {
    for (const block of text.split("<external_events").slice(1)) {
      const delimiter = /delivery=\\+"(\w+)/.exec(block)?.[1] ?? "?";
      const lines = block.split(`] `).filter((part) => part.includes(` ${id} |`)).length;
      if (lines > 0) found.add(delimiter);
      assert.ok(lines <= 1, `${id} stands ${lines} times in one message`);
    }
  }
  return found;
}

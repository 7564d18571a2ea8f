/**
 * After the app-server came back, or we did: messages that were on their way are sorted out. One
 * that never arrived goes out again, by itself; one whose turn had done something is left as it
 * is; and where nobody can know, a person is told. Nothing is sent twice on a guess.
 */
import { arrayAt, isObject, type JsonObject, stringAt } from "../protocol/message.ts";
import type { Entry } from "../router/change.ts";
import { iso } from "../router/handler.ts";
import type { Conversations, Meta } from "../transcript/conversations.ts";
import type { Calls } from "./calls.ts";
import type { CommandContext } from "./command_context.ts";
import type { Delivery } from "./delivery.ts";
import { isGone } from "./failure.ts";
import type { Messages } from "./messages.ts";
import type { OneByOne } from "./one_by_one.ts";
import * as queueOf from "./queue.ts";
import type { SentMessage } from "./queue.ts";
import type { QueueStore } from "./queue_store.ts";
import type { Recorder } from "./recorder.ts";
import type { Threads } from "./threads.ts";

export interface RecoveryParts {
  readonly calls: Calls;
  readonly context: CommandContext;
  readonly conversations: Conversations;
  readonly delivery: Delivery;
  readonly messages: Messages;
  readonly queues: QueueStore;
  readonly recorder: Recorder;
  readonly serial: OneByOne;
  readonly threads: Threads;
  readonly now: () => number;
}

/** `absent`: the thread has not got it; `idle`: it has, and nothing came of it. */
export type Fate = "absent" | "idle" | "acted" | "unknown";

/** What a person is told about a message that is not sent again. */
const TOLD: Readonly<Record<Fate, string | null>> = {
  acted: null,
  absent: "Not delivered: the agent ended each time that it got this message.",
  idle: "Not answered: the agent ended each time that it got this message.",
  unknown: "It is not known whether this message arrived. Send it again if it is needed.",
};
const TURNS_LOOKED_AT = 5;
const TAIL = 200;
/** A message that makes the app-server die must not do so for ever. */
const MAX_ATTEMPTS = 1;

export class Recovery {
  readonly #parts: RecoveryParts;
  #scanned = false;

  constructor(parts: RecoveryParts) {
    this.#parts = parts;
  }

  /** The app-server runs, for the first time or again. */
  async run(): Promise<void> {
    const { queues } = this.#parts;
    const left = this.#scanned ? [] : await queues.onDisk();
    this.#scanned = true;
    for (const id of new Set([...left, ...queues.busy()])) await this.#recover(id);
  }

  async #recover(id: string): Promise<void> {
    const { conversations, queues, serial, messages } = this.#parts;
    const meta = await conversations.get(id);
    if (meta === null) return;
    await serial.run(id, async () => {
      const { sent } = await queues.get(id);
      if (sent.length > 0) await this.#sortOut(meta, sent);
    });
    await messages.next(id);
  }

  async #sortOut(meta: Meta, sent: readonly SentMessage[]): Promise<void> {
    const { delivery, conversations, context } = this.#parts;
    const id = meta.conversation_id;
    const fates = await this.#fatesOf(meta, sent);
    if (fates === null) return; // It went away again: the next run will look.
    const entries = await conversations.transcript(id).last(TAIL);
    for (const message of sent) {
      if (hasArrived(fates.get(message.id))) await context.arrived(id, message.id);
    }
    const again = sent.filter((message) => comesAgain(message, fates.get(message.id)));
    delivery.change(id, queueOf.settle(() => true));
    delivery.change(
      id,
      queueOf.putBack(again.map(({ turn_id: _, ...message }) => ({
        ...message,
        attempts: (message.attempts ?? 0) + 1,
        // What it carried has arrived with it, and is not told again.
        carried: hasArrived(fates.get(message.id)) ? undefined : message.carried,
        recorded: entries.some((entry) => entry.id === message.id) ? true as const : undefined,
      }))),
    );
    for (const message of sent) {
      if (!again.includes(message)) this.#close(id, message, fates.get(message.id), entries);
    }
    await context.publish(id);
  }

  /** What became of each; null if the app-server cannot be asked. */
  async #fatesOf(
    meta: Meta,
    sent: readonly SentMessage[],
  ): Promise<ReadonlyMap<string, Fate> | null> {
    const { calls, threads } = this.#parts;
    const all = (fate: Fate) => new Map(sent.map(({ id }) => [id, fate]));
    if (meta.thread_id === null) return all("absent");
    try {
      const threadId = await threads.ensure(meta);
      // The old thread was lost before anything came of it.
      if (threadId !== meta.thread_id) return all("absent");
      const answer = await calls.request("thread/turns/list", {
        threadId,
        limit: TURNS_LOOKED_AT,
        itemsView: "full",
      });
      const turns = arrayAt(answer, "data").filter(isObject);
      return new Map(sent.map(({ id }) => [id, fateIn(turns, id)]));
    } catch (error) {
      return isGone(error) ? null : all("unknown");
    }
  }

  /** The turn of a message that is not sent again gets its end in the transcript. */
  #close(
    id: string,
    { id: messageId, turn_id }: SentMessage,
    fate: Fate | undefined,
    entries: readonly Entry[],
  ): void {
    const { recorder, now } = this.#parts;
    const ts = iso(now());
    const end = `${turn_id}:end`;
    if (turn_id !== null && !entries.some((entry) => entry.id === end)) {
      const status = "interrupted" as const;
      const entry = { id: end, ts, role: "status" as const, turn_id, status, duration_ms: null };
      recorder.record(id, [{ type: "status", entry }]);
    }
    const text = TOLD[fate ?? "unknown"];
    if (text === null) return;
    recorder.record(id, [{
      type: "error",
      entry: { id: `${messageId}:error`, ts, role: "error", text },
    }]);
  }
}

/** What the turns of a thread, as the app-server lists them, say about a message. */
export function fateIn(turns: readonly JsonObject[], messageId: string): Fate {
  for (const turn of turns) {
    const items = arrayAt(turn, "items").filter(isObject);
    const isOurs = (item: JsonObject) =>
      stringAt(item, "type") === "userMessage" && stringAt(item, "clientId") === messageId;
    if (!items.some(isOurs)) continue;
    return items.every((item) => stringAt(item, "type") === "userMessage") ? "idle" : "acted";
  }
  return "absent";
}

function hasArrived(fate: Fate | undefined): boolean {
  return fate === "idle" || fate === "acted";
}

function comesAgain({ attempts = 0 }: SentMessage, fate: Fate | undefined): boolean {
  return attempts < MAX_ATTEMPTS && (fate === "absent" || fate === "idle");
}

/**
 * How a message gets to the app-server: as a turn of its own, or into the running one. Owns the
 * order of row, note on disk and call; what to do when it fails is the caller's business.
 */
import { guardUserText } from "../context/envelope.ts";
import type { Hub } from "../hub/hub.ts";
import { objectAt, stringAt } from "../protocol/message.ts";
import { iso } from "../router/handler.ts";
import type { Conversations, Meta } from "../transcript/conversations.ts";
import type { Calls } from "./calls.ts";
import { type Claimed, type Companion, outcomeOf } from "./companion.ts";
import * as queueOf from "./queue.ts";
import type { QueuedMessage } from "./queue.ts";
import type { QueueStore } from "./queue_store.ts";
import type { Receipt } from "./receipts.ts";
import type { Recorder } from "./recorder.ts";
import type { Threads } from "./threads.ts";
import { namedBy } from "./title.ts";
import type { Turns } from "./turns.ts";

export interface DeliveryParts {
  readonly calls: Calls;
  readonly conversations: Conversations;
  readonly hub: Hub;
  readonly recorder: Recorder;
  readonly threads: Threads;
  readonly turns: Turns;
  readonly queues: QueueStore;
  readonly companion: Companion;
  readonly now: () => number;
}

export class Delivery {
  readonly #parts: DeliveryParts;

  constructor(parts: DeliveryParts) {
    this.#parts = parts;
  }

  /** Starts a turn with the message. It has its row before, and is on disk before this resolves. */
  async start(meta: Meta, message: QueuedMessage): Promise<Receipt> {
    const { threads, queues, recorder } = this.#parts;
    const id = meta.conversation_id;
    // A message that comes again has its row already.
    const row = message.recorded !== true
      ? recorder.sent(id, message.id, message.text, message.images)
      : Promise.resolve(recorder.expect(message.id));
    const saved = queues.change(id, queueOf.send(message));
    // Writing row, note and name takes as long as the call: all at once, and none left behind.
    const named = namedBy(this.#parts, meta, message.text);
    const [started, ...notes] = await Promise.allSettled([
      threads.onThread(meta, (threadId) => this.#startTurn(threadId, meta, message)),
      saved,
      named,
      row,
    ]);
    for (const note of notes) if (note.status === "rejected") this.#warn(id, note.reason);
    if (started.status === "rejected") throw started.reason;
    const { threadId, turnId } = started.value;
    this.change(id, queueOf.assign(message.id, turnId));
    return { id: message.id, thread_id: threadId, turn_id: turnId, mode: "turn" };
  }

  /** Puts the message into the running turn. */
  async steer(
    meta: Meta,
    message: QueuedMessage,
    threadId: string,
    expectedTurnId: string,
  ): Promise<Receipt> {
    const { calls, queues, recorder, companion } = this.#parts;
    const id = meta.conversation_id;
    // Its echo may come before the reply, and must not make a row of its own.
    recorder.expect(message.id);
    const saved = queues.change(id, queueOf.send(message));
    saved.catch((error) => this.#warn(id, error));
    try {
      const claimed = await companion.claim(threadId, message.id);
      await carrying(claimed, async () => {
        const input = inputOf(message, claimed);
        await calls.request("turn/steer", { threadId, expectedTurnId, ...input });
        return expectedTurnId;
      });
    } catch (error) {
      recorder.unexpect(message.id);
      throw error;
    }
    const row = recorder.sent(id, message.id, message.text, message.images);
    this.change(id, queueOf.assign(message.id, expectedTurnId));
    await Promise.allSettled([saved, row]);
    return { id: message.id, thread_id: threadId, turn_id: expectedTurnId, mode: "steer" };
  }

  /** Changes the queue; that it could not be written is told in the conversation. */
  change(id: string, change: queueOf.QueueChange): void {
    this.#parts.queues.change(id, change).catch((error) => this.#warn(id, error));
  }

  async #startTurn(threadId: string, meta: Meta, message: QueuedMessage) {
    const { threads, turns, calls, companion } = this.#parts;
    turns.requested(threadId);
    try {
      const claimed = await companion.claim(threadId, message.id);
      const turnId = await carrying(claimed, async () => {
        const params = { threadId, ...inputOf(message, claimed) };
        const filled = await threads.withSettings("turn/start", meta, params);
        const answer = await calls.request("turn/start", filled);
        return stringAt(objectAt(answer, "turn"), "id");
      });
      if (turnId === null) turns.refused(threadId);
      else turns.accepted(threadId, turnId);
      return { threadId, turnId };
    } catch (error) {
      turns.refused(threadId);
      throw error;
    }
  }

  #warn(id: string, error: Error): void {
    const text = `something could not be written to disk: ${error.message}`;
    this.#parts.hub.publish(id, { type: "warning", text }, iso(this.#parts.now()));
  }
}

/** Makes the call, and tells what went with it what became of it. */
async function carrying(
  claimed: Claimed | null,
  call: () => Promise<string | null>,
): Promise<string | null> {
  try {
    const turnId = await call();
    // The message is on its way: nobody waits for the note about what it carried.
    claimed?.settle({ kind: "accepted", turnId }).catch(() => {});
    return turnId;
  } catch (error) {
    await claimed?.settle(outcomeOf(error)).catch(() => {});
    throw error;
  }
}

function inputOf({ id, text, images = [] }: QueuedMessage, claimed: Claimed | null) {
  const whole = (claimed?.prefix ?? "") + guardUserText(text);
  return {
    ...claimed?.params,
    input: [
      // A message may be a picture alone.
      ...(whole === "" ? [] : [{ type: "text", text: whole, text_elements: [] }]),
      ...images.map((path) => ({ type: "localImage", path })),
    ],
    clientUserMessageId: id,
  };
}

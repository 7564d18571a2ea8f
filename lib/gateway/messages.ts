/**
 * A person's message on its way to the agent: as a turn of its own, as a steer into the running
 * one, or into the queue. Nothing that was accepted is lost: it is on disk before the caller hears
 * so. Actions of one conversation come one after the other.
 */
import { iso } from "../router/handler.ts";
import type { Conversations, Meta } from "../transcript/conversations.ts";
import type { Calls } from "./calls.ts";
import type { Delivery } from "./delivery.ts";
import { ActionFailure, isGone, isRefusal, unknownConversation } from "./failure.ts";
import type { TurnEnded } from "./intake.ts";
import type { OneByOne } from "./one_by_one.ts";
import * as queueOf from "./queue.ts";
import type { MessageMode, QueuedMessage } from "./queue.ts";
import type { QueueStore } from "./queue_store.ts";
import type { Receipt, Receipts } from "./receipts.ts";
import type { Recorder } from "./recorder.ts";
import type { Turns } from "./turns.ts";

/** What a person sends. */
export interface Draft {
  readonly text: string;
  readonly mode: MessageMode;
  /** The caller's own id: sent twice, it counts once. */
  readonly clientId?: string | undefined;
  readonly images?: readonly string[] | undefined;
}

export interface MessagesParts {
  readonly calls: Calls;
  readonly conversations: Conversations;
  readonly delivery: Delivery;
  readonly recorder: Recorder;
  readonly turns: Turns;
  readonly queues: QueueStore;
  readonly receipts: Receipts;
  readonly serial: OneByOne;
  readonly now: () => number;
  /** What a message does while a turn runs, where nobody says. */
  readonly defaultMode: () => Exclude<MessageMode, "auto">;
}

/** How long a steer waits for a turn that was asked for to run. */
const START_MS = 10_000;

export class Messages {
  readonly #parts: MessagesParts;

  constructor(parts: MessagesParts) {
    this.#parts = parts;
  }

  /** Accepts a message; the receipt says what became of it so far. */
  send(id: string, draft: Draft): Promise<Receipt> {
    return this.#parts.serial.run(id, async () => {
      const { receipts, calls, now } = this.#parts;
      const meta = await this.#meta(id);
      const known = draft.clientId === undefined ? null : await receipts.find(meta, draft.clientId);
      if (known !== null) return { ...known, duplicate: true };
      await calls.ready();
      const message: QueuedMessage = {
        id: draft.clientId ?? crypto.randomUUID(),
        ts: iso(now()),
        text: draft.text,
        ...(draft.images === undefined ? {} : { images: draft.images }),
      };
      return receipts.keep(id, message.id, await this.#route(meta, message, draft.mode));
    });
  }

  /** Starts the next waiting message if nothing is in its way. */
  next(id: string): Promise<void> {
    return this.#parts.serial.run(id, () => this.#next(id));
  }

  /** Lifts the hold of a queue and goes on with it. */
  async goOn(id: string): Promise<void> {
    const { serial, queues, delivery } = this.#parts;
    await this.#meta(id);
    await serial.run(id, async () => {
      await queues.get(id);
      delivery.change(id, queueOf.hold(null));
      await this.#next(id);
    });
  }

  /** A turn is over: its messages are settled and the next one starts, if that is right. */
  async turnEnded({ conversationId: id, turnId, status, by }: TurnEnded): Promise<void> {
    const { queues, serial, delivery } = this.#parts;
    await serial.run(id, async () => {
      await queues.get(id);
      delivery.change(id, queueOf.settle(({ turn_id }) => turn_id === turnId));
      if (by === "crash") return; // What comes next is up to the recovery.
      // After a stop by a person, or an error that may hit the next one as well, a person decides.
      if (by === "person") delivery.change(id, queueOf.hold("interrupted"));
      else if (status === "failed") delivery.change(id, queueOf.hold("failed"));
      await this.#next(id);
    });
  }

  async #next(id: string): Promise<void> {
    const meta = await this.#parts.conversations.get(id);
    if (meta !== null) await this.#drain(meta);
  }

  async #route(meta: Meta, message: QueuedMessage, mode: MessageMode): Promise<Receipt> {
    const { queues, defaultMode } = this.#parts;
    const queue = await queues.get(meta.conversation_id);
    const preferred = meta.message_mode ?? defaultMode();
    switch (queueOf.route(mode, this.#runs(meta), queue, preferred)) {
      case "start":
        return await this.#start(meta, message);
      case "steer":
        return await this.#steer(meta, message);
      case "queue":
        return await this.#enqueue(meta, message);
    }
  }

  /** A turn of its own; that it did not start is said in the conversation, and to the caller. */
  async #start(meta: Meta, message: QueuedMessage): Promise<Receipt> {
    const { delivery, recorder, now } = this.#parts;
    const id = meta.conversation_id;
    try {
      delivery.change(id, queueOf.hold(null));
      return await delivery.start(meta, message);
    } catch (error) {
      if (isGone(error)) {
        // It stays among the sent ones: recovery finds out whether it arrived, else sends it.
        const reason = "the agent went away; the message goes out again when it is back";
        return { id: message.id, thread_id: meta.thread_id, turn_id: null, mode: "queue", reason };
      }
      delivery.change(id, queueOf.settle((sent) => sent.id === message.id));
      const text = `Not delivered: ${error instanceof Error ? error.message : String(error)}`;
      const entry = { id: `${message.id}:error`, ts: iso(now()), role: "error" as const, text };
      recorder.record(id, [{ type: "error", entry }]);
      throw error;
    }
  }

  /** Into the running turn; where that does not work, into the queue, with the reason. */
  async #steer(meta: Meta, message: QueuedMessage): Promise<Receipt> {
    const { turns, delivery } = this.#parts;
    const threadId = meta.thread_id!;
    const turnId = await turns.whenRunning(threadId, START_MS);
    if (turnId === null) return await this.#enqueue(meta, message, "no turn was running");
    try {
      return await delivery.steer(meta, message, threadId, turnId);
    } catch (error) {
      delivery.change(meta.conversation_id, queueOf.settle((sent) => sent.id === message.id));
      if (!isRefusal(error) && !isGone(error)) throw error;
      return await this.#enqueue(meta, message, (error as ActionFailure).message);
    }
  }

  async #enqueue(meta: Meta, message: QueuedMessage, reason?: string): Promise<Receipt> {
    const { queues } = this.#parts;
    const id = meta.conversation_id;
    try {
      await queues.change(id, queueOf.append(message));
    } catch (error) {
      // It is not on disk, so it was not accepted.
      await queues.change(id, queueOf.remove(message.id)).catch(() => {});
      const why = `the queue could not be written: ${(error as Error).message}`;
      throw new ActionFailure(507, "not_stored", why, { cause: error });
    }
    const started = await this.#drain(meta);
    const why = reason === undefined ? {} : { reason };
    if (started?.id === message.id) return { ...started, ...why };
    return { id: message.id, thread_id: meta.thread_id, turn_id: null, mode: "queue", ...why };
  }

  /** Starts the first waiting message, if the queue is not held and no turn runs. */
  async #drain(meta: Meta): Promise<Receipt | null> {
    const { queues, delivery, calls } = this.#parts;
    const id = meta.conversation_id;
    const { held, waiting } = await queues.get(id);
    const [first] = waiting;
    if (first === undefined || held !== null || this.#runs(meta) || !calls.running) return null;
    try {
      return await this.#start(meta, first);
    } catch {
      // Nobody waits for this answer: the message goes back, and a person decides.
      delivery.change(id, queueOf.putBack([{ ...first, recorded: true }]));
      delivery.change(id, queueOf.hold("failed"));
      return null;
    }
  }

  #runs({ thread_id }: Meta): boolean {
    return thread_id !== null && this.#parts.turns.of(thread_id) !== null;
  }

  async #meta(id: string): Promise<Meta> {
    const meta = await this.#parts.conversations.get(id);
    if (meta === null) throw unknownConversation(id);
    return meta;
  }
}

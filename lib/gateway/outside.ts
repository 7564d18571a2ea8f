/**
 * Messages into a thread that no person wrote: into its history, into the running turn, or as a turn
 * of their own. They make no row; their echo is told to the companion. Each call says whether it
 * arrived, did not, or may have.
 */
import { arrayAt, isObject, objectAt, stringAt } from "../protocol/message.ts";
import type { Conversations } from "../transcript/conversations.ts";
import type { Calls } from "./calls.ts";
import { type CallOutcome, type Luggage, outcomeOf } from "./companion.ts";
import type { OneByOne } from "./one_by_one.ts";
import type { Recorder } from "./recorder.ts";
import type { Threads } from "./threads.ts";
import type { Turns } from "./turns.ts";

export interface OutsideParts {
  readonly calls: Calls;
  readonly conversations: Conversations;
  readonly recorder: Recorder;
  readonly serial: OneByOne;
  readonly threads: Threads;
  readonly turns: Turns;
}

/** What a thread is doing. */
export interface ThreadNow {
  readonly loaded: boolean;
  /** The turn that runs or is about to. */
  readonly turnId: string | null;
  readonly canSteer: boolean;
  readonly canInject: boolean;
}

/** A message that no person wrote. */
export interface OutsideMessage extends Luggage {
  readonly threadId: string;
  readonly clientId: string;
  readonly text: string;
}

/** Turns in which an echo is looked for afterwards. */
const LATEST_TURNS = 20;
/** Stands for a turn that was asked for and has no name yet. */
const STARTING = "starting";

export class Outside {
  readonly #parts: OutsideParts;
  /** The app-server has said that it does not know how to. */
  #cannotInject = -1;

  constructor(parts: OutsideParts) {
    this.#parts = parts;
  }

  situation(threadId: string): ThreadNow {
    const { threads, turns, calls } = this.#parts;
    const turn = turns.of(threadId);
    return {
      loaded: threads.isLoaded(threadId),
      turnId: turn === null ? null : turn.turnId ?? STARTING,
      canSteer: turn?.running === true,
      canInject: this.#cannotInject !== calls.generation,
    };
  }

  /** Adds items to the model's history. */
  async append(threadId: string, items: readonly unknown[]): Promise<CallOutcome> {
    const { calls } = this.#parts;
    try {
      await calls.request("thread/inject_items", { threadId, items });
      return { kind: "accepted", turnId: null };
    } catch (error) {
      const outcome = outcomeOf(error);
      if (
        /unknown variant|method not found/i.test(outcome.kind === "accepted" ? "" : outcome.reason)
      ) {
        this.#cannotInject = calls.generation;
      }
      return outcome;
    }
  }

  async steer(message: OutsideMessage, expectedTurnId: string): Promise<CallOutcome> {
    const { calls, recorder } = this.#parts;
    recorder.expect(message.clientId);
    try {
      await calls.request("turn/steer", { ...paramsOf(message), expectedTurnId });
      return { kind: "accepted", turnId: expectedTurnId };
    } catch (error) {
      return this.#failed(message, error);
    }
  }

  /** A turn of its own, with the conversation's settings; refused if one runs by then. */
  async start(message: OutsideMessage): Promise<CallOutcome> {
    const { conversations, serial, turns } = this.#parts;
    const meta = await conversations.ofThread(message.threadId);
    if (meta === null) return { kind: "refused", reason: "the thread has no conversation" };
    return await serial.run(meta.conversation_id, async () => {
      if (turns.of(message.threadId) !== null) return { kind: "refused", reason: "a turn runs" };
      return await this.#start(message, meta);
    });
  }

  /** The ids of the messages that the latest turns began with or were steered by. */
  async echoes(threadId: string): Promise<ReadonlyMap<string, string | null>> {
    const answer = await this.#parts.calls.request("thread/turns/list", {
      ...{ threadId, limit: LATEST_TURNS, itemsView: "full" },
    });
    const found = new Map<string, string | null>();
    for (const turn of arrayAt(answer, "data").filter(isObject)) {
      for (const item of arrayAt(turn, "items").filter(isObject)) {
        const clientId = stringAt(item, "clientId");
        if (clientId !== null) found.set(clientId, stringAt(turn, "id"));
      }
    }
    return found;
  }

  async #start(
    message: OutsideMessage,
    meta: NonNullable<Awaited<ReturnType<Conversations["ofThread"]>>>,
  ): Promise<CallOutcome> {
    const { calls, recorder, threads, turns } = this.#parts;
    const { threadId } = message;
    recorder.expect(message.clientId);
    turns.requested(threadId);
    try {
      const params = await threads.withSettings("turn/start", meta, paramsOf(message));
      const answer = await calls.request("turn/start", params);
      const turnId = stringAt(objectAt(answer, "turn"), "id");
      if (turnId === null) turns.refused(threadId);
      else turns.accepted(threadId, turnId);
      return { kind: "accepted", turnId };
    } catch (error) {
      turns.refused(threadId);
      return this.#failed(message, error);
    }
  }

  #failed({ clientId }: OutsideMessage, error: unknown): CallOutcome {
    const outcome = outcomeOf(error);
    if (outcome.kind === "refused") this.#parts.recorder.unexpect(clientId);
    return outcome;
  }
}

function paramsOf({ threadId, clientId, text, prefix, params }: OutsideMessage) {
  const input = [{ type: "text", text: prefix + text, text_elements: [] }];
  return { threadId, input, clientUserMessageId: clientId, ...params } as {
    threadId: string;
  };
}

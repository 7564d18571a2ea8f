/**
 * The threads of conversations: started for a draft, resumed where the running app-server has not
 * loaded them, with the conversation's settings each time. Owns which of them are loaded.
 */
import { type JsonObject, objectAt, stringAt } from "../protocol/message.ts";
import type { Conversations, Meta } from "../transcript/conversations.ts";
import type { Bindings } from "./bindings.ts";
import type { Calls } from "./calls.ts";
import { ActionFailure, isRefusal } from "./failure.ts";
import type { Models } from "./models.ts";
import { type InjectedMethod, settingsFor, settingsOf } from "./settings.ts";

export interface ThreadsParts {
  readonly calls: Calls;
  readonly conversations: Conversations;
  readonly bindings: Bindings;
  readonly models: Models;
  /** The app-server has a thread that it had not before. */
  readonly onLoaded: (threadId: string) => void;
}

/** What the app-server says of a thread whose file is not there, or is broken. */
const LOST =
  /no rollout found|failed to read (session|thread|rollout)|thread-store internal error/i;

/** A loaded thread: by which process, and with which model when nobody chose one. */
interface Loaded {
  readonly generation: number;
  readonly model: string | null;
}

export class Threads {
  readonly #parts: ThreadsParts;
  readonly #loaded = new Map<string, Loaded>();

  constructor(parts: ThreadsParts) {
    this.#parts = parts;
  }

  /** The thread of a conversation, started or resumed if the running app-server has not got it. */
  async ensure(meta: Meta): Promise<string> {
    const { bindings, calls } = this.#parts;
    const { conversation_id, thread_id } = meta;
    if (thread_id === null) return await this.#start(meta);
    bindings.bind(thread_id, conversation_id);
    if (this.#loaded.get(thread_id)?.generation === calls.generation) return thread_id;
    return await this.#resume(meta, thread_id);
  }

  /** The params of a call with the conversation's settings in them. */
  async withSettings(method: InjectedMethod, meta: Meta, params: JsonObject): Promise<JsonObject> {
    const settings = settingsOf(meta);
    const model = settings.model ?? this.#loaded.get(meta.thread_id ?? "")?.model ?? null;
    const effort = await this.#parts.models.effortFor(model, settings.effort);
    return { ...params, ...settingsFor(method, { ...settings, effort }) };
  }

  /**
   * Runs a call on the conversation's thread. One that the app-server does not know, though we
   * thought so, is resumed and the call made once more.
   */
  async onThread<T>(meta: Meta, call: (threadId: string) => Promise<T>): Promise<T> {
    const threadId = await this.ensure(meta);
    try {
      return await call(threadId);
    } catch (error) {
      if (!isRefusal(error) || !/thread not (found|loaded)/i.test(error.message)) throw error;
      this.#loaded.delete(threadId);
      return await call(await this.ensure(meta));
    }
  }

  /** A thread that another call has made or loaded. */
  learn(threadId: string, conversationId: string, answer: JsonObject): void {
    const { bindings, calls } = this.#parts;
    bindings.bind(threadId, conversationId);
    const model = stringAt(answer, "model");
    this.#loaded.set(threadId, { generation: calls.generation, model });
    this.#parts.onLoaded(threadId);
  }

  /** Whether the running app-server has it. */
  isLoaded(threadId: string): boolean {
    const { calls } = this.#parts;
    return calls.running && this.#loaded.get(threadId)?.generation === calls.generation;
  }

  /** The app-server has let go of it. */
  unloaded(threadId: string): void {
    this.#loaded.delete(threadId);
  }

  async #start(meta: Meta): Promise<string> {
    const { calls, conversations } = this.#parts;
    const { conversation_id } = meta;
    const params = await this.withSettings("thread/start", meta, {});
    const answer = await calls.request("thread/start", params);
    const threadId = stringAt(objectAt(answer, "thread"), "id");
    if (threadId === null) {
      throw new ActionFailure(502, "app_server_error", "thread/start: the answer has no thread id");
    }
    this.learn(threadId, conversation_id, answer);
    await conversations.update(conversation_id, { thread_id: threadId });
    return threadId;
  }

  async #resume(meta: Meta, threadId: string): Promise<string> {
    const { calls } = this.#parts;
    const params = await this.withSettings("thread/resume", meta, {
      threadId,
      excludeTurns: true,
    });
    try {
      const answer = await calls.request("thread/resume", params);
      this.learn(threadId, meta.conversation_id, answer);
      return threadId;
    } catch (error) {
      if (!isRefusal(error) || !LOST.test(error.message)) throw error;
      return await this.#startAfresh(meta, error);
    }
  }

  /**
   * The app-server has nothing of this thread. If nothing was ever said in it, which happens when
   * all is killed before or in the first turn, another thread does; else the person must choose.
   */
  async #startAfresh(meta: Meta, cause: ActionFailure): Promise<string> {
    const { conversations, bindings } = this.#parts;
    const entries = await conversations.transcript(meta.conversation_id).last(50);
    if (entries.some(({ role }) => role === "assistant" || role === "command")) {
      const message = "the agent has lost this thread: start afresh, or fork from a rollout";
      throw new ActionFailure(409, "thread_lost", message, { cause });
    }
    bindings.forget(meta.conversation_id);
    return await this.#start({ ...meta, thread_id: null });
  }
}

/**
 * The gateway between people and the app-server: the only writer to the pipe, and the only reader
 * of what comes back. Owns the router's state; what it learns goes to the recorder. Routes call
 * one method each.
 */
import type { AppServer } from "../app_server/app_server.ts";
import { RpcFailure } from "../app_server/client.ts";
import type { Hub } from "../hub/hub.ts";
import {
  isObject,
  type Json,
  type JsonObject,
  type Message,
  objectAt,
  stringAt,
} from "../protocol/message.ts";
import { decide } from "../router/approvals.ts";
import { iso } from "../router/handler.ts";
import { endAll, route } from "../router/route.ts";
import { initialState, threadState } from "../router/state.ts";
import type { Conversations, Meta } from "../transcript/conversations.ts";
import { ActionFailure, notRunning, unknownConversation } from "./failure.ts";
import {
  type Live,
  liveOf,
  type OpenConversation,
  type RunningConversation,
} from "./open_conversation.ts";
import type { Recorder } from "./recorder.ts";

/** What became of a message. */
export interface Sent {
  readonly thread_id: string;
  readonly turn_id: string | null;
  readonly mode: "turn" | "steer";
}

export interface GatewayParts {
  readonly appServer: AppServer;
  readonly conversations: Conversations;
  readonly hub: Hub;
  readonly recorder: Recorder;
  readonly now: () => number;
}

const FIRST_SCREEN = 80;
const LABEL_CHARACTERS = 80;

export class Gateway {
  readonly #parts: GatewayParts;
  readonly #state = initialState();
  /** Threads that the running app-server has loaded, by its generation. */
  readonly #loaded = new Map<string, number>();
  /** Per conversation, actions come one after the other: a draft gets one thread, not two. */
  readonly #queues = new Map<string, Promise<unknown>>();

  constructor(parts: GatewayParts) {
    this.#parts = parts;
  }

  /** Takes one message of the app-server, in the order of the pipe. */
  receive(message: Exclude<Message, { kind: "response" }>): void {
    const { recorder, now } = this.#parts;
    const { threadId, changes } = route(this.#state, message, now());
    if (message.kind === "request" && changes.length === 0) {
      this.#refuse(message.id, message.method);
    }
    if (changes.length === 0) return;
    const conversation = threadId === null ? null : recorder.conversationOf(threadId);
    // A thread that is no conversation of ours, such as a sub-agent's, has no page to go to.
    if (threadId !== null && conversation === null) return;
    recorder.record(conversation, changes);
  }

  /** The app-server is gone: what it was doing is over. */
  disconnected(): void {
    const { recorder, now } = this.#parts;
    for (const [threadId, changes] of endAll(this.#state, now())) {
      const conversation = recorder.conversationOf(threadId);
      if (conversation !== null) recorder.record(conversation, changes);
    }
  }

  /** Everything that a page needs to show a conversation and to go on from there. */
  async open(id: string): Promise<OpenConversation> {
    const { conversations, hub, appServer } = this.#parts;
    const meta = await this.#meta(id);
    // The order matters: what ends after this snapshot is in the file, and its event comes again.
    const seq = hub.seq;
    const live = liveOf(meta.thread_id === null ? null : this.#state.threads.get(meta.thread_id));
    const { entries, first } = await conversations.transcript(id).range({ limit: FIRST_SCREEN });
    return { meta, seq, entries, first, live, server: appServer.status };
  }

  /** What is going on: in one conversation, or, for null, in which ones. */
  snapshot(id: string | null): Live | { readonly running: readonly RunningConversation[] } {
    const { recorder } = this.#parts;
    if (id !== null) return liveOf(this.#state.threads.get(recorder.threadOf(id) ?? ""));
    const running: RunningConversation[] = [];
    for (const [threadId, thread] of this.#state.threads) {
      const conversation_id = recorder.conversationOf(threadId);
      if (conversation_id === null || thread.turnId === null) continue;
      const { turnId: turn_id, activity, approvals } = thread;
      running.push({ conversation_id, turn_id, activity, approvals: approvals.size });
    }
    return { running };
  }

  /** Counts for debugging; nothing of what was said. */
  debugState(): Record<string, number> {
    const threads = [...this.#state.threads.values()];
    const sum = (size: (thread: typeof threads[number]) => number) =>
      threads.reduce((total, thread) => total + size(thread), 0);
    return {
      threads: threads.length,
      running_turns: sum(({ turnId }) => turnId === null ? 0 : 1),
      open_items: sum(({ open }) => open.size),
      pending_approvals: sum(({ approvals }) => approvals.size),
    };
  }

  /** Sends a message: into the running turn if there is one, else as a new turn. */
  message(id: string, text: string): Promise<Sent> {
    return this.#oneByOne(id, async () => {
      const meta = await this.#meta(id);
      this.#client();
      const clientUserMessageId = crypto.randomUUID();
      this.#parts.recorder.sent(id, clientUserMessageId, text);
      try {
        const threadId = await this.#loadedThread(meta);
        await this.#touch(id, text, meta);
        return await this.#send(threadId, text, clientUserMessageId);
      } catch (error) {
        this.#tellError(id, clientUserMessageId, error);
        throw error;
      }
    });
  }

  /** Stops the running turn. */
  async interrupt(id: string): Promise<void> {
    const { thread_id } = await this.#meta(id);
    const turnId = thread_id === null ? null : this.#state.threads.get(thread_id)?.turnId ?? null;
    if (turnId === null) throw new ActionFailure(409, "no_turn", "no turn is running");
    await this.#request("turn/interrupt", { threadId: thread_id, turnId });
  }

  /** Decides an approval; the first decision wins. `answer` is what a form or question got. */
  async decide(
    id: string,
    approvalId: string,
    decision: string,
    answer: JsonObject = {},
  ): Promise<void> {
    const { recorder, now } = this.#parts;
    const { thread_id } = await this.#meta(id);
    const thread = thread_id === null ? null : this.#state.threads.get(thread_id);
    const client = this.#client();
    const decided = decide(thread, approvalId, decision, answer, iso(now()));
    if (!decided.ok) {
      const status = decided.code === "already_decided" ? 409 : 400;
      throw new ActionFailure(status, decided.code, decided.message);
    }
    recorder.record(id, [decided.change]);
    await client.respond(decided.requestId, decided.result);
  }

  async #send(threadId: string, text: string, clientUserMessageId: string): Promise<Sent> {
    const input = [{ type: "text", text, text_elements: [] }];
    const expectedTurnId = threadState(this.#state, threadId).turnId;
    if (expectedTurnId !== null) {
      try {
        const params = { threadId, input, expectedTurnId, clientUserMessageId };
        await this.#request("turn/steer", params);
        return { thread_id: threadId, turn_id: expectedTurnId, mode: "steer" };
      } catch (error) {
        // The turn may have ended between our look and the server's: then it is a new one.
        if (!(error instanceof ActionFailure) || error.status !== 502) throw error;
      }
    }
    const result = await this.#request("turn/start", { threadId, input, clientUserMessageId });
    const turn_id = isObject(result) ? stringAt(objectAt(result, "turn"), "id") : null;
    return { thread_id: threadId, turn_id, mode: "turn" };
  }

  /** The thread of a conversation, started or resumed if the running app-server has not got it. */
  async #loadedThread(meta: Meta): Promise<string> {
    const { conversations, recorder, appServer, hub, now } = this.#parts;
    const { cwd, conversation_id, thread_id } = meta;
    if (thread_id !== null) {
      recorder.bind(thread_id, conversation_id);
      if (this.#loaded.get(thread_id) === appServer.generation) return thread_id;
      await this.#request("thread/resume", { threadId: thread_id, cwd, excludeTurns: true });
      this.#loaded.set(thread_id, appServer.generation);
      return thread_id;
    }
    const result = await this.#request("thread/start", { cwd });
    const started = isObject(result) ? stringAt(objectAt(result, "thread"), "id") : null;
    if (started === null) {
      throw new ActionFailure(502, "app_server_error", "thread/start: the answer has no thread id");
    }
    recorder.bind(started, conversation_id);
    this.#loaded.set(started, appServer.generation);
    const { label } = await conversations.update(conversation_id, { thread_id: started });
    hub.publish(conversation_id, { type: "conversation", label, thread_id: started }, iso(now()));
    return started;
  }

  /** The first message names the conversation; each one moves it to the top of the list. */
  async #touch(id: string, text: string, meta: Meta): Promise<void> {
    const { conversations, hub, now } = this.#parts;
    const label = meta.label !== "" ? meta.label : firstLine(text);
    const next = await conversations.update(id, { label, updated_at: iso(now()) });
    if (meta.label === label) return;
    hub.publish(id, { type: "conversation", label, thread_id: next.thread_id }, iso(now()));
  }

  #tellError(id: string, messageId: string, error: unknown): void {
    const text = `Not delivered: ${error instanceof Error ? error.message : String(error)}`;
    const ts = iso(this.#parts.now());
    const entry = { id: `${messageId}:error`, ts, role: "error" as const, text };
    this.#parts.recorder.record(id, [{ type: "error", entry }]);
  }

  #refuse(id: number | string, method: string): void {
    const message = `${method} is not supported by Pilothouse yet`;
    this.#client().refuse(id, { code: -32601, message }).catch(() => {});
  }

  async #request(method: string, params: unknown): Promise<Json> {
    try {
      return await this.#client().request(method, params);
    } catch (error) {
      if (!(error instanceof RpcFailure)) throw error;
      throw new ActionFailure(502, "app_server_error", error.message);
    }
  }

  #client(): AppServer["client"] {
    try {
      return this.#parts.appServer.client;
    } catch (error) {
      throw notRunning((error as Error).message);
    }
  }

  async #meta(id: string): Promise<Meta> {
    const meta = await this.#parts.conversations.get(id);
    if (meta === null) throw unknownConversation(id);
    return meta;
  }

  #oneByOne<T>(id: string, action: () => Promise<T>): Promise<T> {
    const before = this.#queues.get(id) ?? Promise.resolve();
    const done = before.then(action, action);
    this.#queues.set(id, done);
    const forget = () => {
      if (this.#queues.get(id) === done) this.#queues.delete(id);
    };
    done.then(forget, forget);
    return done;
  }
}

function firstLine(text: string): string {
  const line = text.trim().split("\n", 1)[0] ?? "";
  return line.length <= LABEL_CHARACTERS ? line : line.slice(0, LABEL_CHARACTERS - 1) + "…";
}

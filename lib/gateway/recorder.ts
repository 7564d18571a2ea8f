/**
 * Where changes go: to the transcript if they carry an entry, and to the pages. One place, so that
 * store and hub see the same changes in the same order. Knows which thread is whose.
 */
import type { Hub } from "../hub/hub.ts";
import { type Change, entryOf } from "../router/change.ts";
import type { Conversations } from "../transcript/conversations.ts";

const MAX_SENT = 1_024;

export class Recorder {
  readonly #conversations: Conversations;
  readonly #hub: Hub;
  readonly #now: () => number;
  readonly #byThread = new Map<string, string>();
  readonly #byConversation = new Map<string, string>();
  /** Our own messages, recorded when they were sent: their echo must not make a second row. */
  readonly #sent = new Set<string>();

  constructor(conversations: Conversations, hub: Hub, now: () => number) {
    this.#conversations = conversations;
    this.#hub = hub;
    this.#now = now;
  }

  /** From now on changes of this thread belong to that conversation. */
  bind(threadId: string, conversationId: string): void {
    this.#byThread.set(threadId, conversationId);
    this.#byConversation.set(conversationId, threadId);
  }

  /** The thread of a conversation that was used since the start. */
  threadOf(conversationId: string): string | null {
    return this.#byConversation.get(conversationId) ?? null;
  }

  conversationOf(threadId: string): string | null {
    return this.#byThread.get(threadId) ?? null;
  }

  /** Records a message of ours before it is sent, so that it cannot vanish. */
  sent(conversationId: string, id: string, text: string): void {
    if (this.#sent.size >= MAX_SENT) this.#sent.delete(this.#sent.values().next().value!);
    const ts = new Date(this.#now()).toISOString();
    this.record(conversationId, [{ type: "message", entry: { id, ts, role: "user", text } }]);
    this.#sent.add(id);
  }

  /** Sends changes to the pages and appends what is to be kept. */
  record(conversationId: string | null, changes: readonly Change[]): void {
    const ts = new Date(this.#now()).toISOString();
    const news = changes.filter((change) =>
      !(change.type === "message" && this.#sent.delete(change.entry.id))
    );
    for (const change of news) this.#hub.publish(conversationId, change, ts);
    const entries = news.map(entryOf).filter((entry) => entry !== null);
    if (conversationId === null || entries.length === 0) return;
    this.#conversations.transcript(conversationId).append(entries).catch((error) => {
      const text = `the transcript could not be written: ${error.message}`;
      this.#hub.publish(conversationId, { type: "warning", text }, ts);
    });
  }
}

/**
 * Which thread belongs to which conversation, as far as they were used since the start. Threads of
 * sub-agents belong to the conversation of the thread that started them.
 */
export class Bindings {
  readonly #byThread = new Map<string, string>();
  readonly #byConversation = new Map<string, string>();
  readonly #parents = new Map<string, string>();

  /** From now on this thread is the conversation's own. */
  bind(threadId: string, conversationId: string): void {
    this.#byThread.set(threadId, conversationId);
    this.#byConversation.set(conversationId, threadId);
  }

  /** A thread was started by another: what it asks is asked in that one's conversation. */
  adopt(threadId: string, parentId: string): void {
    if (threadId !== parentId && this.#rootOf(parentId) !== threadId) {
      this.#parents.set(threadId, parentId);
    }
  }

  /** The conversation whose own thread this is. */
  conversationOf(threadId: string): string | null {
    return this.#byThread.get(threadId) ?? null;
  }

  /** The conversation that has to do with this thread: its own, or a sub-agent's. */
  ownerOf(threadId: string): string | null {
    return this.conversationOf(this.#rootOf(threadId));
  }

  /** The conversation's own thread. */
  threadOf(conversationId: string): string | null {
    return this.#byConversation.get(conversationId) ?? null;
  }

  /** Its own thread and those of its sub-agents. */
  threadsOf(conversationId: string): string[] {
    const own = this.threadOf(conversationId);
    if (own === null) return [];
    return [own, ...[...this.#parents.keys()].filter((id) => this.#rootOf(id) === own)];
  }

  /** A sub-agent is done. */
  release(threadId: string): void {
    this.#parents.delete(threadId);
  }

  /** The conversation is gone, or gets another thread. */
  forget(conversationId: string): void {
    for (const threadId of this.threadsOf(conversationId)) {
      this.#byThread.delete(threadId);
      this.#parents.delete(threadId);
    }
    this.#byConversation.delete(conversationId);
  }

  #rootOf(threadId: string): string {
    let at = threadId;
    for (let parent = this.#parents.get(at); parent !== undefined; parent = this.#parents.get(at)) {
      at = parent;
    }
    return at;
  }
}

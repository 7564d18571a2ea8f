/**
 * Where changes go: to the transcript if they carry an entry, and to the pages. One place, so that
 * store and hub see the same changes in the same order.
 */
import type { Hub } from "../hub/hub.ts";
import { type Change, entryOf } from "../router/change.ts";
import type { Conversations } from "../transcript/conversations.ts";

const MAX_SENT = 1_024;

export class Recorder {
  readonly #conversations: Conversations;
  readonly #hub: Hub;
  readonly #now: () => number;
  /** Our own messages, recorded when they were sent: their echo must not make a second row. */
  readonly #sent = new Set<string>();

  constructor(conversations: Conversations, hub: Hub, now: () => number) {
    this.#conversations = conversations;
    this.#hub = hub;
    this.#now = now;
  }

  /** The echo of this message will come and must not make a row. */
  expect(id: string): void {
    if (this.#sent.size >= MAX_SENT) this.#sent.delete(this.#sent.values().next().value!);
    this.#sent.add(id);
  }

  /** It will not come. */
  unexpect(id: string): void {
    this.#sent.delete(id);
  }

  /** Records a message of ours; its echo makes no second row. Resolves when it is written. */
  sent(
    conversationId: string,
    id: string,
    text: string,
    images: readonly string[] = [],
  ): Promise<void> {
    const ts = new Date(this.#now()).toISOString();
    this.expect(id);
    const attachments = images.map((path) => ({
      kind: "image" as const,
      name: path.split("/").at(-1) ?? path,
      path,
    }));
    const entry = { id, ts, role: "user" as const, text };
    const whole = attachments.length === 0 ? entry : { ...entry, attachments };
    return this.#keep(conversationId, [{ type: "message", entry: whole }]);
  }

  /** Sends changes to the pages and appends what is to be kept. */
  record(conversationId: string | null, changes: readonly Change[]): void {
    const news = changes.filter((change) =>
      !(change.type === "message" && this.#sent.delete(change.entry.id))
    );
    void this.#keep(conversationId, news);
  }

  async #keep(conversationId: string | null, changes: readonly Change[]): Promise<void> {
    const ts = new Date(this.#now()).toISOString();
    for (const change of changes) this.#hub.publish(conversationId, change, ts);
    const entries = changes.map(entryOf).filter((entry) => entry !== null);
    if (conversationId === null || entries.length === 0) return;
    try {
      await this.#conversations.transcript(conversationId).append(entries);
    } catch (error) {
      const text = `the transcript could not be written: ${(error as Error).message}`;
      this.#hub.publish(conversationId, { type: "warning", text }, ts);
    }
  }
}

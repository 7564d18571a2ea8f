/**
 * What became of messages, by the caller's own id: posted twice, a message counts once. Remembers
 * the latest ones; after a restart the queue and the end of the transcript tell of the others.
 */
import type { Conversations, Meta } from "../transcript/conversations.ts";
import type { QueueStore } from "./queue_store.ts";

/** What became of a message so far. */
export interface Receipt {
  readonly id: string;
  readonly thread_id: string | null;
  readonly turn_id: string | null;
  readonly mode: "turn" | "steer" | "queue";
  /** Why it went another way than asked. */
  readonly reason?: string;
  /** This id was sent before; nothing was sent again. */
  readonly duplicate?: true;
}

const MAX_KNOWN = 4_096;
/** How far back in a transcript an id is looked for after a restart. */
const TAIL = 200;

export class Receipts {
  readonly #conversations: Pick<Conversations, "transcript">;
  readonly #queues: Pick<QueueStore, "get">;
  readonly #known = new Map<string, Receipt>();
  readonly #read = new Set<string>();

  constructor(
    conversations: Pick<Conversations, "transcript">,
    queues: Pick<QueueStore, "get">,
  ) {
    this.#conversations = conversations;
    this.#queues = queues;
  }

  /** The receipt of an id that was sent in this conversation before, or null. */
  async find(meta: Meta, clientId: string): Promise<Receipt | null> {
    const { conversation_id, thread_id } = meta;
    await this.#readTail(meta);
    const known = this.#known.get(keyOf(conversation_id, clientId));
    if (known !== undefined) return known;
    const { waiting, sent } = await this.#queues.get(conversation_id);
    const found = [...waiting, ...sent].some(({ id }) => id === clientId);
    return found ? { id: clientId, thread_id, turn_id: null, mode: "queue" } : null;
  }

  /** Remembers a receipt, and gives it back. */
  keep(conversationId: string, clientId: string, receipt: Receipt): Receipt {
    if (this.#known.size >= MAX_KNOWN) this.#known.delete(this.#known.keys().next().value!);
    this.#known.set(keyOf(conversationId, clientId), receipt);
    return receipt;
  }

  async #readTail({ conversation_id, thread_id }: Meta): Promise<void> {
    if (this.#read.has(conversation_id)) return;
    const entries = await this.#conversations.transcript(conversation_id).last(TAIL);
    const failed = new Set(entries.filter(({ role }) => role === "error").map(({ id }) => id));
    for (const { role, id, turn_id = null } of entries) {
      // A message that was not delivered may be sent again under its id.
      if (role !== "user" || failed.has(`${id}:error`)) continue;
      this.keep(conversation_id, id, { id, thread_id, turn_id, mode: "turn" });
    }
    this.#read.add(conversation_id);
  }
}

function keyOf(conversationId: string, clientId: string): string {
  return `${conversationId}\n${clientId}`;
}

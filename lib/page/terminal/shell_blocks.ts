/** The blocks of a conversation's shell as the page knows them: read once, kept up by its events. */
import { type Signal, signal } from "@preact/signals";
import type { Block } from "../../shell/blocks.ts";
import type { ShellEvent } from "../../shell/protocol.ts";
import { call } from "../api.ts";

/** As many as a person looks back at; older ones are in the transcript. */
const MOST = 50;

export class ShellBlocks {
  /** Oldest first. */
  readonly list: Signal<readonly Block[]> = signal([]);
  readonly #conversation: string;

  constructor(conversation: string) {
    this.#conversation = conversation;
  }

  async read(): Promise<void> {
    const query = new URLSearchParams({ conversation_id: this.#conversation, limit: `${MOST}` });
    const { blocks } = await call<{ blocks: readonly Block[] }>(`shell/blocks?${query}`);
    this.list.value = blocks;
  }

  take(event: ShellEvent): void {
    if (event.type === "agent_block_delta") return;
    const others = this.list.peek().filter(({ block_id }) => block_id !== event.block.block_id);
    this.list.value = [...others, event.block].slice(-MOST);
  }

  /** The output of a block, as text. */
  async output(blockId: string): Promise<string> {
    const query = new URLSearchParams({ conversation_id: this.#conversation, block_id: blockId });
    return (await call<{ text: string }>(`shell/blocks?${query}`)).text;
  }
}

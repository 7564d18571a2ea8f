/**
 * What a person does with the conversation's shell beside typing into it: run a command from the
 * composer, and decide what the agent is told of commands. Owns what goes with the next message.
 */
import { type Signal, signal } from "@preact/signals";
import type { OpenConversation } from "../gateway/open_conversation.ts";
import type { CommandContextView } from "../hub/events.ts";
import { call } from "./api.ts";
import type { ConversationControls } from "./conversation_controls.ts";

/** A command of the composer may take its time; the row shows how it is. */
const LONGEST_S = 3_600;

export class ShellControls {
  readonly context: Signal<CommandContextView | null>;
  readonly #controls: ConversationControls;

  constructor(controls: ConversationControls, open: OpenConversation | null) {
    this.#controls = controls;
    this.context = signal(open?.context ?? null);
    controls.listen({
      onEvent: (event) => {
        if (event.type === "command_context") this.context.value = event.context;
        // Whether commands go along at all is a setting of the conversation.
        if (event.type === "conversation") void this.#read().catch(() => {});
      },
      onReset: () => void this.#read().catch(() => {}),
    });
  }

  /** Runs a command in the shell; resolves when it was taken or refused, not when it ends. */
  async run(command: string): Promise<boolean> {
    const id = await this.#controls.ensureId(`! ${command}`);
    const body = { conversation_id: id, command, timeout_s: LONGEST_S };
    void this.#controls.act(() => call("shell/exec", body));
    return true;
  }

  /** Takes a command out of what goes along; null takes all of them. */
  remove(blockId: string | null): Promise<boolean> {
    return this.#controls.act(async (id) => {
      const query = new URLSearchParams({ conversation_id: id, block_id: blockId ?? "" });
      this.context.value = await call(`context?${query}`, undefined, { method: "DELETE" });
    });
  }

  /** Attaches a block to the next message. */
  attach(blockId: string): Promise<boolean> {
    return this.#controls.act(async (conversation_id) => {
      this.context.value = await call("context", { conversation_id, block_id: blockId });
    });
  }

  async #read(): Promise<void> {
    const id = this.#controls.id.peek();
    if (id !== null) this.context.value = await call(`context?conversation_id=${id}`);
  }
}

/**
 * The person's commands on their way to the model: buffered in the conversation's meta file,
 * carried by its next message, forgotten when the app-server has acknowledged that. While a message
 * is on its way its queue entry holds what it carries, so that a crash of anybody loses nothing and
 * repeats nothing. Knows nothing of shells; what a fragment looks like is the business of context.
 */
import * as bufferOf from "../context/command_buffer.ts";
import type { BufferEntry, CommandBuffer } from "../context/command_buffer.ts";
import { carryCommands, type CommandCarrier } from "../context/command_carrier.ts";
import type { Hub } from "../hub/hub.ts";
import type { CommandContextView } from "../hub/events.ts";
import { iso } from "../router/handler.ts";
import type { Conversations, Meta } from "../transcript/conversations.ts";
import type { Bindings } from "./bindings.ts";
import { type CallOutcome, type Claimed, type Companion, NO_COMPANION } from "./companion.ts";
import { unknownConversation } from "./failure.ts";
import { OneByOne } from "./one_by_one.ts";
import * as queueOf from "./queue.ts";
import type { QueueStore } from "./queue_store.ts";

/** What the service's configuration says. */
export interface ContextSettings {
  /** Whether commands go along where the conversation does not say. */
  readonly commands: boolean;
  readonly carrier: CommandCarrier;
}

export interface CommandContextParts {
  readonly bindings: Bindings;
  readonly conversations: Conversations;
  readonly hub: Hub;
  readonly queues: QueueStore;
  readonly now: () => number;
  readonly contextSettings: () => ContextSettings;
}

export class CommandContext {
  readonly #parts: CommandContextParts;
  readonly #edits = new OneByOne();
  /** What calls without a queue entry carry, by conversation and message. */
  readonly #direct = new Map<string, Map<string, CommandBuffer>>();

  constructor(parts: CommandContextParts) {
    this.#parts = parts;
  }

  /** As something that travels with messages. */
  get companion(): Companion {
    return { ...NO_COMPANION, claim: (threadId, messageId) => this.#claim(threadId, messageId) };
  }

  /** A command of the person has ended. Without effect where the person does not want it. */
  async add(id: string, entry: BufferEntry, shellId: string, wanted = false): Promise<void> {
    if (!wanted && !this.#isOn(await this.#meta(id))) return;
    await this.#edit(id, (buffer) => bufferOf.add(buffer, entry, shellId));
  }

  /** What will go with the next message, and exactly how. */
  async view(id: string): Promise<CommandContextView> {
    const meta = await this.#meta(id);
    const { carrier } = this.#parts.contextSettings();
    const waiting = await this.#waiting(id);
    return {
      enabled: this.#isOn(meta),
      carrier,
      total: waiting.total_commands_run,
      dropped: bufferOf.droppedOf(waiting),
      commands: waiting.commands.map(({ preview, ...command }) => ({
        ...command,
        lines: preview.lines.length,
      })),
      text: carryCommands(waiting, carrier)?.text ?? null,
    };
  }

  /** Takes what a block left out of what waits; null: all of it. */
  async remove(id: string, blockId: string | null): Promise<CommandContextView> {
    const waiting = await this.#waiting(id);
    await this.#edit(
      id,
      (buffer) =>
        blockId === null
          ? bufferOf.without(buffer, waiting)
          : waiting.commands.some(({ block_id }) => block_id === blockId)
          ? bufferOf.remove(buffer, blockId)
          : buffer,
    );
    return await this.view(id);
  }

  /** A message turns out to have arrived, though nobody heard the answer. */
  async arrived(id: string, messageId: string): Promise<void> {
    const carried = queueOf.messageOf(await this.#parts.queues.get(id), messageId)?.carried;
    if (carried !== undefined) await this.#edit(id, (buffer) => bufferOf.without(buffer, carried));
  }

  /** Tells the pages what waits now. */
  async publish(id: string): Promise<void> {
    const { hub, now } = this.#parts;
    const context = await this.view(id);
    hub.publish(id, { type: "command_context", context }, iso(now()));
  }

  async #claim(threadId: string, messageId: string): Promise<Claimed | null> {
    const { bindings, conversations, queues, contextSettings } = this.#parts;
    const id = bindings.conversationOf(threadId);
    const meta = id === null ? null : await conversations.get(id);
    if (id === null || meta === null) return null;
    const queued = queueOf.messageOf(await queues.get(id), messageId);
    // There is no text to put it in front of.
    if (queued?.text === "") return null;
    const carried = queued?.carried ?? (this.#isOn(meta) ? await this.#waiting(id) : null);
    const luggage = carried === null ? null : carryCommands(carried, contextSettings().carrier);
    if (carried === null || luggage === null) return null;
    if (queued !== null) await queues.change(id, queueOf.carry(messageId, carried));
    else this.#hold(id, messageId, carried);
    await this.publish(id);
    const { prefix, params } = luggage;
    return { prefix, params, settle: (outcome) => this.#settle(id, messageId, carried, outcome) };
  }

  async #settle(
    id: string,
    messageId: string,
    carried: CommandBuffer,
    { kind }: CallOutcome,
  ): Promise<void> {
    this.#direct.get(id)?.delete(messageId);
    if (kind === "accepted") {
      return await this.#edit(id, (buffer) => bufferOf.without(buffer, carried));
    }
    // Whether it arrived is found out by the recovery; a message that is sent again carries it.
    if (kind === "refused") await this.#parts.queues.change(id, queueOf.carry(messageId, null));
    await this.publish(id);
  }

  /** The buffer without what messages on their way carry. */
  async #waiting(id: string): Promise<CommandBuffer> {
    const { waiting, sent } = await this.#parts.queues.get(id);
    // An acknowledged message may have been forgotten only just now.
    await this.#edits.settled(id);
    const meta = await this.#meta(id);
    const queued = [...waiting, ...sent.filter(({ turn_id }) => turn_id === null)]
      .map(({ carried }) => carried);
    return [...queued, ...this.#direct.get(id)?.values() ?? []]
      .filter((carried) => carried !== undefined)
      .reduce(bufferOf.without, bufferIn(meta));
  }

  #hold(id: string, messageId: string, carried: CommandBuffer): void {
    const held = this.#direct.get(id) ?? new Map<string, CommandBuffer>();
    this.#direct.set(id, held.set(messageId, carried));
  }

  async #edit(id: string, change: (buffer: CommandBuffer) => CommandBuffer): Promise<void> {
    const changed = await this.#edits.run(id, async () => {
      const before = bufferIn(await this.#meta(id));
      const next = change(before);
      if (next === before) return false;
      const pending_cmd_buffer = next.commands.length === 0 ? undefined : next;
      await this.#parts.conversations.update(id, { pending_cmd_buffer });
      return true;
    });
    if (changed) await this.publish(id);
  }

  #isOn({ command_context }: Meta): boolean {
    return command_context ?? this.#parts.contextSettings().commands;
  }

  async #meta(id: string): Promise<Meta> {
    const meta = await this.#parts.conversations.get(id);
    if (meta === null) throw unknownConversation(id);
    return meta;
  }
}

function bufferIn({ pending_cmd_buffer, conversation_id }: Meta): CommandBuffer {
  return bufferOf.readBuffer(pending_cmd_buffer, conversation_id);
}

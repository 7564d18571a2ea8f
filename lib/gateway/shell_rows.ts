/**
 * What people run in a conversation's shell, as rows with live output, and as context for the next
 * message. Each block counts once, also one that ended while no server ran: the meta file has the
 * number of the last one. Knows shells by what it asks of them only.
 */
import type { Running } from "../router/change.ts";
import type { Conversations } from "../transcript/conversations.ts";
import type { Block } from "../shell/blocks.ts";
import type { BlockText, ShellEvent, ShellFailure } from "../shell/protocol.ts";
import type { CommandContext } from "./command_context.ts";
import { ActionFailure } from "./failure.ts";
import { OneByOne } from "./one_by_one.ts";
import type { Recorder } from "./recorder.ts";
import {
  beginOf,
  contextOf,
  endOf,
  isShown,
  rowId,
  runningOf,
  type ShownBlock,
} from "./shell_entries.ts";

/** What is asked of shells. */
export interface BlockSource {
  blocks(
    conversationId: string,
    query: { readonly after_seq: number; readonly limit: number },
  ): Promise<readonly Block[] | ShellFailure>;
  block(
    conversationId: string,
    query: { readonly block_id: string; readonly max_bytes: number },
  ): Promise<BlockText | ShellFailure>;
}

export interface ShellRowsParts {
  readonly context: CommandContext;
  readonly conversations: Conversations;
  readonly recorder: Recorder;
  readonly report: (problem: string) => void;
}

/** What a row keeps of a block's output; the block's own file has more. */
const ROW_BYTES = 64 * 1024;
const MOST_MISSED = 1_000;

interface Open {
  readonly block: ShownBlock;
  stdout: string;
}

export class ShellRows {
  readonly #parts: ShellRowsParts;
  readonly #serial = new OneByOne();
  /** The command that runs, by conversation: a shell has one at a time. */
  readonly #open = new Map<string, Open>();
  readonly #shellIds = new Map<string, string>();
  #source: BlockSource | null = null;

  constructor(parts: ShellRowsParts) {
    this.#parts = parts;
  }

  /** The shells that tell of blocks. */
  set source(source: BlockSource) {
    this.#source = source;
  }

  /** What runs in a conversation's shell. */
  running(id: string): Running[] {
    const open = this.#open.get(id);
    return open === undefined ? [] : [runningOf(open.block, open.stdout)];
  }

  /** A shell is there, perhaps after a while: what ended meanwhile is told now. */
  attached(id: string, shellId: string): void {
    this.#shellIds.set(id, shellId);
    this.#later(id, async (source) => {
      const after_seq = await this.#seen(id);
      const blocks = agreed(await source.blocks(id, { after_seq, limit: MOST_MISSED }));
      for (const block of blocks) {
        if (block.status !== "running") await this.#finish(source, id, block);
        else if (isShown(block) && !this.#open.has(id)) {
          const { text } = await this.#textOf(source, id, block);
          this.#begin(id, block, text);
        }
      }
    });
  }

  /** Something happened in a shell. Rows come in its order, though the end of one takes a look. */
  receive(event: ShellEvent): void {
    const id = event.conversation_id;
    this.#shellIds.set(id, event.shell_id);
    this.#later(id, (source) => this.#take(source, id, event));
  }

  /** The shell is over; what it ran was told, or will never be. */
  gone(id: string): void {
    this.#later(id, () => {
      const open = this.#open.get(id);
      if (open !== undefined) {
        this.#parts.recorder.record(id, [
          endOf({ ...open.block, status: "interrupted" }, open.stdout, false),
        ]);
      }
      this.#open.delete(id);
      return Promise.resolve();
    });
  }

  /** Attaches a block to the next message because a person asks for it, whoever ran it. */
  async attach(id: string, blockId: string): Promise<void> {
    const found = agreed(
      await this.#shells().block(id, { block_id: blockId, max_bytes: ROW_BYTES }),
    );
    const block = { ...found.block, cmd: found.block.cmd ?? "" };
    const entry = contextOf(block, found.text, found.truncated);
    await this.#parts.context.add(id, entry, this.#shellIds.get(id) ?? "", true);
  }

  async #take(source: BlockSource, id: string, event: ShellEvent): Promise<void> {
    switch (event.type) {
      case "agent_block_begin":
        return isShown(event.block) ? this.#begin(id, event.block, "") : undefined;
      case "agent_block_delta":
        return this.#delta(id, event.block_id, event.text);
      case "agent_block_end":
        return await this.#finish(source, id, event.block);
    }
  }

  #begin(id: string, block: ShownBlock, stdout: string): void {
    this.#open.set(id, { block, stdout });
    this.#parts.recorder.record(id, [beginOf(block)]);
    if (stdout !== "") this.#tell(id, block.block_id, stdout);
  }

  #delta(id: string, blockId: string, text: string): void {
    const open = this.#open.get(id);
    if (open?.block.block_id !== blockId) return;
    // The end of a long output is what is looked at.
    open.stdout = (open.stdout + text).slice(-ROW_BYTES);
    this.#tell(id, blockId, text);
  }

  #tell(id: string, blockId: string, delta: string): void {
    this.#parts.recorder.record(id, [{ type: "shell_delta", id: rowId(blockId), delta }]);
  }

  async #finish(source: BlockSource, id: string, block: Block): Promise<void> {
    const { recorder, context, conversations } = this.#parts;
    if (block.seq <= await this.#seen(id)) return;
    if (isShown(block)) {
      const { text, truncated } = await this.#textOf(source, id, block);
      const known = this.#open.get(id)?.block.block_id === block.block_id;
      // First of all: who opens the conversation after the news of its end must not see it run.
      this.#open.delete(id);
      recorder.record(id, [...(known ? [] : [beginOf(block)]), endOf(block, text, truncated)]);
      await context.add(id, contextOf(block, text, truncated), this.#shellIds.get(id) ?? "");
    }
    await conversations.update(id, { shell_seq: block.seq });
  }

  async #textOf(source: BlockSource, id: string, { block_id }: Block) {
    const read = await source.block(id, { block_id, max_bytes: ROW_BYTES });
    return "ok" in read ? { text: "", truncated: true } : read;
  }

  async #seen(id: string): Promise<number> {
    const seq = (await this.#parts.conversations.get(id))?.shell_seq;
    return typeof seq === "number" ? seq : 0;
  }

  #shells(): BlockSource {
    if (this.#source === null) throw new Error("there are no shells");
    return this.#source;
  }

  #later(id: string, action: (source: BlockSource) => Promise<void>): void {
    this.#serial.run(id, () => action(this.#shells())).catch((error) => {
      this.#parts.report(`a command of the shell could not be noted: ${error.message}`);
    });
  }
}

/** The answer of a shell; its refusal is passed on. */
function agreed<T extends object>(answer: T | ShellFailure): T {
  if (!("ok" in answer)) return answer as T;
  const { code, message } = answer as ShellFailure;
  throw new ActionFailure(code === "unknown_block" ? 404 : 503, code, message);
}

/**
 * What becomes of blocks outside of the shell: their output is kept, their events are told and
 * written in order, each end with a preview of the block's own output. Does not know how blocks
 * come about.
 */
import type { Block } from "../blocks.ts";
import type { Kept } from "../kept_output.ts";
import type { ShellEvent } from "../protocol.ts";
import type { ShellSpec } from "../spec.ts";
import { blockPreview } from "./block_text.ts";
import { BlockStore } from "./block_store.ts";
import { type Delta, DeltaFeed } from "./delta_feed.ts";
import { DiskTrouble } from "./disk_trouble.ts";
import { EventLog, type EventSource } from "./event_log.ts";

/** A block with its output as far as it is kept. */
export interface BlockWithOutput {
  readonly block: Block;
  readonly kept: Kept;
}

/** Deltas of one block that go to disk; those of a long one would only fill it. */
const DELTA_FILE_BYTES = 64 * 1024;

/** Records the blocks of one shell. */
export class BlockRecorder {
  readonly store: BlockStore;
  readonly events: EventLog;
  readonly disk = new DiskTrouble();
  readonly #deltas: DeltaFeed;
  /** Events wait here for the previews of those before them. */
  #inOrder: Promise<void> = Promise.resolve();
  #deltaBytes = 0;

  constructor(
    agentPty: string,
    spec: ShellSpec,
    source: EventSource,
    now: () => number,
    onEvent: (event: ShellEvent) => void,
  ) {
    this.store = new BlockStore(agentPty, spec, this.disk);
    this.events = new EventLog(agentPty, spec.events_bytes, source, now, onEvent, this.disk);
    this.#deltas = new DeltaFeed((delta) => this.#next(() => this.#delta(delta)));
  }

  began(block: Block): void {
    this.store.begin();
    this.#deltas.begin(block);
    this.#next(() => {
      this.#deltaBytes = 0;
      this.events.add({ type: "agent_block_begin", block });
    });
  }

  /** Output of the running block. */
  output(bytes: Uint8Array): void {
    this.store.output(bytes);
    this.#deltas.push(bytes);
  }

  /** Gives the output that was kept. */
  ended(block: Block): Kept {
    this.#deltas.end();
    const kept = this.store.running();
    this.store.end(block);
    this.#next(async () => {
      const preview = await blockPreview(kept, block.cols);
      this.events.add({ type: "agent_block_end", block, preview });
    });
    return kept;
  }

  /** The block of this id, finished or `open`, with its output. */
  find(blockId: string, open: Block | null): BlockWithOutput | null {
    if (open?.block_id === blockId) return { block: open, kept: this.store.running() };
    const block = this.store.blocks.find(({ block_id }) => block_id === blockId);
    return block === undefined ? null : { block, kept: this.store.finished(block) };
  }

  /** When all events so far have been told. */
  settled(): Promise<void> {
    return this.#inOrder;
  }

  #delta({ text, ...rest }: Delta): void {
    this.#deltaBytes += text.length;
    const toFile = this.#deltaBytes <= DELTA_FILE_BYTES;
    this.events.add({ type: "agent_block_delta", ...rest, text }, toFile);
  }

  #next(step: () => void | Promise<void>): void {
    // One that fails must not keep those behind it.
    this.#inOrder = this.#inOrder.then(step).catch(() => {});
  }
}

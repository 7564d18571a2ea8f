/**
 * The host's side of the block files: keeps the running block's output within its caps, writes it
 * down, appends the block to the list when it ends, and drops the oldest when there are too many.
 * One writer per folder; readers are everywhere (`block_files.ts`).
 */
import type { Block } from "../blocks.ts";
import {
  type BlockPlaces,
  blockPlaces,
  readBlockList,
  readOutput,
  type StoredBlock,
} from "../block_files.ts";
import { joined } from "../frames.ts";
import { type Kept, KeptOutput } from "../kept_output.ts";
import type { ShellSpec } from "../spec.ts";
import { DiskTrouble } from "./disk_trouble.ts";
import { appendLine, replaceFile } from "./files.ts";

type Limits = Pick<
  ShellSpec,
  "block_head_bytes" | "block_tail_bytes" | "max_blocks" | "max_blocks_bytes"
>;

/** A finished block and the size of its file. */
interface Entry {
  readonly block: StoredBlock;
  readonly fileBytes: number;
}

/** The list is rewritten when it has grown by this much beyond what is kept. */
const SLACK = 1.5;

/** Writes one conversation's blocks. */
export class BlockStore {
  readonly #places: BlockPlaces;
  readonly #limits: Limits;
  readonly #disk: DiskTrouble;
  #entries: Entry[] = [];
  #fileBytes = 0;
  #linesOnDisk = 0;
  #output: KeptOutput;
  /** How much of the running block's beginning is in its file already. */
  #written = 0;

  constructor(agentPty: string, limits: Limits, disk: DiskTrouble = new DiskTrouble()) {
    this.#disk = disk;
    this.#places = blockPlaces(agentPty);
    this.#limits = limits;
    this.#output = this.#emptyOutput();
    Deno.mkdirSync(this.#places.folder, { recursive: true, mode: 0o700 });
    this.#load();
  }

  /** Finished blocks, oldest first. */
  get blocks(): StoredBlock[] {
    return this.#entries.map(({ block }) => block);
  }

  /** Number of the last block. */
  get lastSeq(): number {
    return this.#entries.at(-1)?.block.seq ?? 0;
  }

  begin(): void {
    this.#output = this.#emptyOutput();
    this.#written = 0;
  }

  output(bytes: Uint8Array): void {
    this.#output.push(bytes);
  }

  /** True once some of the running block's output is lost. */
  get truncated(): boolean {
    return this.#output.omitted > 0;
  }

  /** The running block's output so far. */
  running(): Kept {
    return this.#output.kept();
  }

  /** A finished block's output. */
  finished(block: StoredBlock): Kept {
    const bytes = readOutput(this.#places.output(block.block_id));
    const head = bytes.subarray(0, block.head_bytes);
    const tail = bytes.subarray(block.head_bytes);
    return { head, tail, omitted: Math.max(0, block.bytes - bytes.length) };
  }

  /** Writes what a crash should not take: the beginning of the running block. */
  flush(block: Block): void {
    const more = this.#output.headFrom(this.#written);
    if (more.length === 0) return;
    const path = this.#places.output(block.block_id);
    const options = { append: true, create: true, mode: 0o600 };
    const written = this.#disk.attempt(() => Deno.writeFileSync(path, more, options));
    if (written) this.#written += more.length;
  }

  /** Writes the block down. */
  end(block: Block): StoredBlock {
    const { head, tail } = this.#output.kept();
    const stored: StoredBlock = { ...block, head_bytes: head.length };
    const written = this.#disk.attempt(() => this.#write(stored, head, tail));
    this.#linesOnDisk += 1;
    this.#remember({ block: stored, fileBytes: written ? head.length + tail.length : 0 });
    this.#output = this.#emptyOutput();
    this.#disk.attempt(() => this.#dropOld());
    return stored;
  }

  #write(block: StoredBlock, head: Uint8Array, tail: Uint8Array): void {
    if (head.length + tail.length > 0) {
      const rest = joined([head.subarray(this.#written), tail]);
      const options = { append: this.#written > 0, mode: 0o600 };
      Deno.writeFileSync(this.#places.output(block.block_id), rest, options);
    }
    appendLine(this.#places.list, block);
  }

  #emptyOutput(): KeptOutput {
    const { block_head_bytes: headBytes, block_tail_bytes: tailBytes } = this.#limits;
    return new KeptOutput({ headBytes, tailBytes });
  }

  #load(): void {
    const { blocks, wholeBytes } = readBlockList(this.#places.list);
    try {
      Deno.truncateSync(this.#places.list, wholeBytes);
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
    this.#linesOnDisk = blocks.length;
    for (const block of blocks) {
      this.#remember({ block, fileBytes: sizeOf(this.#places.output(block.block_id)) });
    }
    this.#dropStray();
    this.#dropOld();
  }

  #remember(entry: Entry): void {
    this.#entries.push(entry);
    this.#fileBytes += entry.fileBytes;
  }

  /** Files of blocks that never ended, of a host that was killed. */
  #dropStray(): void {
    const known = new Set(this.#entries.map(({ block }) => `${block.block_id}.out`));
    for (const { name } of Deno.readDirSync(this.#places.folder)) {
      if (!known.has(name)) removeIfThere(`${this.#places.folder}/${name}`);
    }
  }

  #dropOld(): void {
    const { max_blocks, max_blocks_bytes } = this.#limits;
    while (
      this.#entries.length > max_blocks ||
      (this.#fileBytes > max_blocks_bytes && this.#entries.length > 1)
    ) {
      const oldest = this.#entries.shift() as Entry;
      this.#fileBytes -= oldest.fileBytes;
      removeIfThere(this.#places.output(oldest.block.block_id));
    }
    if (this.#linesOnDisk <= Math.max(10, this.#entries.length * SLACK)) return;
    const lines = this.#entries.map(({ block }) => `${JSON.stringify(block)}\n`);
    replaceFile(this.#places.list, lines.join(""));
    this.#linesOnDisk = this.#entries.length;
  }
}

function sizeOf(path: string): number {
  try {
    return Deno.statSync(path).size;
  } catch {
    return 0;
  }
}

function removeIfThere(path: string): void {
  try {
    Deno.removeSync(path);
  } catch {
    // Gone already, which is what was wanted.
  }
}

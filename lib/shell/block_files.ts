/**
 * Where a shell's blocks lie on disk and how they are read: `blocks.jsonl` with a line per finished
 * block, `blocks/<block_id>.out` with its kept output. Used by the host while it runs and by the
 * server when there is no host. Only reads; the host alone writes (`host/block_store.ts`).
 */
import { join } from "@std/path";
import type { Block } from "./blocks.ts";
import { approximateText } from "./plain_text.ts";
import type { BlockMatch, CheckedParams } from "./protocol.ts";

/** A line of `blocks.jsonl`. */
export interface StoredBlock extends Block {
  /** How much of the output file is from the beginning; the rest is from the end. */
  readonly head_bytes: number;
}

/** The files of one conversation's shell. */
export interface BlockPlaces {
  readonly list: string;
  readonly folder: string;
  output(blockId: string): string;
}

const BLOCK_ID = /^block_\d{1,12}$/;

/** The files below an `agent_pty` folder. */
export function blockPlaces(agentPty: string): BlockPlaces {
  const folder = join(agentPty, "blocks");
  return {
    list: join(agentPty, "blocks.jsonl"),
    folder,
    output(blockId) {
      // The name comes from outside: it must not lead elsewhere.
      if (!BLOCK_ID.test(blockId)) throw new TypeError(`Not the id of a block: ${blockId}`);
      return join(folder, `${blockId}.out`);
    },
  };
}

/** What a list of blocks holds. */
export interface BlockList {
  readonly blocks: readonly StoredBlock[];
  /** Bytes of the file that are whole lines; what is behind them was torn off by a crash. */
  readonly wholeBytes: number;
}

/** Reads the list; no file means no blocks. A line that cannot be read is left out. */
export function readBlockList(path: string): BlockList {
  let bytes: Uint8Array;
  try {
    bytes = Deno.readFileSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return { blocks: [], wholeBytes: 0 };
    throw error;
  }
  const wholeBytes = bytes.lastIndexOf(0x0a) + 1;
  const lines = new TextDecoder().decode(bytes.subarray(0, wholeBytes)).split("\n");
  return { blocks: lines.map(readLine).filter((block) => block !== null), wholeBytes };
}

function readLine(line: string): StoredBlock | null {
  try {
    const value: unknown = JSON.parse(line);
    const block = value as StoredBlock;
    const known = typeof value === "object" && value !== null &&
      BLOCK_ID.test(String(block.block_id)) && Number.isSafeInteger(block.seq);
    return known ? block : null;
  } catch {
    return null;
  }
}

/** The kept output of a block; empty if it had none or it was dropped with age. */
export function readOutput(path: string): Uint8Array {
  try {
    return Deno.readFileSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return new Uint8Array(0);
    throw error;
  }
}

/** The blocks that are asked for, oldest first, the last ones where there are more. */
export function selectBlocks<B extends Block>(
  blocks: readonly B[],
  { limit, before_seq, after_seq }: CheckedParams<"blocks_list">,
): B[] {
  return blocks
    .filter(({ seq }) => seq < (before_seq ?? Infinity) && seq > (after_seq ?? -1))
    .slice(-limit);
}

const MATCH_LINES = 5;
const MATCH_LINE_LENGTH = 300;

/** The newest blocks with the words in command or output. Case does not matter. */
export function searchBlocks(
  blocks: readonly Block[],
  outputOf: (block: Block) => Uint8Array,
  { query, limit }: CheckedParams<"blocks_search">,
): BlockMatch[] {
  const words = query.toLowerCase();
  const matches: BlockMatch[] = [];
  for (const block of [...blocks].reverse()) {
    if (matches.length === limit) break;
    const lines = approximateText(outputOf(block)).split("\n")
      .filter((line) => line.toLowerCase().includes(words));
    if (lines.length === 0 && !block.cmd?.toLowerCase().includes(words)) continue;
    const shown = lines.slice(0, MATCH_LINES).map((line) => line.slice(0, MATCH_LINE_LENGTH));
    matches.push({ block, lines: shown });
  }
  return matches;
}

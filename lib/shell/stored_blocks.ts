/**
 * Blocks of a conversation whose shell has no host any more, read from disk. The same questions as
 * to a host; the text is found by rules instead of a terminal (`plain_text.ts`).
 */
import {
  blockPlaces,
  readBlockList,
  readOutput,
  searchBlocks,
  selectBlocks,
} from "./block_files.ts";
import type { StoredBlock } from "./block_files.ts";
import { approximateText } from "./plain_text.ts";
import { previewOf } from "./preview.ts";
import {
  type BlockMatch,
  type BlockText,
  failure,
  type RequestParams,
  requestSchemas,
  type ShellFailure,
} from "./protocol.ts";

/** Finished blocks, oldest first. */
export function listStoredBlocks(
  agentPty: string,
  params: RequestParams<"blocks_list"> = {},
): StoredBlock[] {
  const { blocks } = readBlockList(blockPlaces(agentPty).list);
  return selectBlocks(blocks, requestSchemas.blocks_list.parse(params));
}

/** One block with its text. */
export function readStoredBlock(
  agentPty: string,
  params: RequestParams<"blocks_read">,
): BlockText | ShellFailure {
  const { block_id, max_bytes } = requestSchemas.blocks_read.parse(params);
  const places = blockPlaces(agentPty);
  const block = readBlockList(places.list).blocks.find((one) => one.block_id === block_id);
  if (block === undefined) {
    return failure("unknown_block", `there is no block ${block_id} any more`);
  }
  const lines = approximateText(readOutput(places.output(block_id))).split("\n");
  const bounded = previewOf(lines, block.truncated, Infinity, max_bytes);
  return { block, text: bounded.lines.join("\n"), truncated: bounded.truncated };
}

/** The newest blocks with the words in command or output. */
export function searchStoredBlocks(
  agentPty: string,
  params: RequestParams<"blocks_search">,
): BlockMatch[] {
  const places = blockPlaces(agentPty);
  const { blocks } = readBlockList(places.list);
  const outputOf = ({ block_id }: { block_id: string }) => readOutput(places.output(block_id));
  return searchBlocks(blocks, outputOf, requestSchemas.blocks_search.parse(params));
}

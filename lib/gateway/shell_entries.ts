/**
 * A block of the shared shell as rows of its conversation, and as what the agent is told of it.
 * Pure; when that happens is the business of shell_rows.ts.
 */
import type { BufferEntry } from "../context/command_buffer.ts";
import { previewOf } from "../context/command_preview.ts";
import type { Change, CommandStatus, Running } from "../router/change.ts";
import { iso } from "../router/handler.ts";
import type { Block } from "../shell/blocks.ts";

/** Who submits a command by way of our MCP server; its result is the agent's already. */
export const AGENT_ORIGIN = "agent";

/** A block that is shown: one whose command the shell's history skips is nobody's business. */
export type ShownBlock = Block & { readonly cmd: string };

export function isShown(block: Block): block is ShownBlock {
  return block.cmd !== null && block.origin !== AGENT_ORIGIN;
}

export function rowId(blockId: string): string {
  return `shell:${blockId}`;
}

/** It runs. */
export function beginOf(block: ShownBlock): Extract<Change, { type: "shell_begin" }> {
  const { cmd: command, cwd, ts_begin } = block;
  const [id, ts, place] = [rowId(block.block_id), iso(ts_begin), ts_begin * 1_000];
  const entry = { id: `${id}:input`, ts, role: "shell_input" as const, command, cwd };
  return { type: "shell_begin", id, ts, place, command, cwd, entry };
}

/** As a page sees it that comes while it runs. */
export function runningOf(block: ShownBlock, stdout: string): Running {
  const { id, ts, place, command, cwd } = beginOf(block);
  return { id, ts, place, role: "shell_output", command, cwd, stdout };
}

/** It is over; a terminal has one stream, so all of it is `stdout`. */
export function endOf(block: ShownBlock, stdout: string, truncated: boolean): Change {
  const { id, ts, place, command, cwd } = beginOf(block);
  const { exit_code, duration_ms } = block;
  return {
    type: "shell_end",
    entry: {
      ...{ id, ts, place, role: "shell_output" as const, command, cwd, stdout, stderr: "" },
      ...{ exit_code, duration_ms, status: statusOf(block) },
      ...(truncated ? { truncated: true as const } : {}),
    },
  };
}

function statusOf({ status, exit_code }: Block): CommandStatus {
  if (status === "interrupted" || status === "orphaned") return "interrupted";
  return exit_code === null || exit_code === 0 ? "completed" : "failed";
}

/** By the exit code that a shell gives a command which a signal has ended. */
const SIGNALS = new Map([[129, "SIGHUP"], [131, "SIGQUIT"], [137, "SIGKILL"], [143, "SIGTERM"]]);

/** What the agent is told. */
export function contextOf(block: ShownBlock, output: string, truncated: boolean): BufferEntry {
  const { cmd, exit_code, cwd, block_id, ts_begin, ts_end, status } = block;
  const preview = previewOf(output, truncated);
  const entry = { cmd, exit_code, cwd, block_id, ts: ts_end ?? ts_begin, preview };
  if (status !== "interrupted") return entry;
  return { ...entry, type: "user_kill", signal: SIGNALS.get(exit_code ?? 0) ?? "SIGINT" };
}

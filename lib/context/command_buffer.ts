/**
 * The commands that the person ran since the last message, kept in the conversation's meta file.
 * Two phases: they are claimed for a message, and forgotten only when the app-server has
 * acknowledged it; an error puts them back. Pure: every function returns the next buffer.
 */
import type { Preview } from "./command_preview.ts";

/** A command that ended. */
export interface CommandRecord {
  readonly cmd: string;
  readonly exit_code: number | null;
  readonly cwd: string;
  readonly block_id: string;
  /** Milliseconds since the epoch. */
  readonly ts: number;
  readonly preview: Preview;
}

/** The person stopped something: Ctrl-C, or a kill from the page. */
export interface KillRecord {
  readonly type: "user_kill";
  readonly signal: string;
  readonly cmd: string;
  readonly block_id: string;
  readonly ts: number;
}

export type BufferEntry = CommandRecord | KillRecord;

export interface CommandBuffer {
  readonly v: 1;
  readonly shell_id: string | null;
  /** Everything since the last message, with what was dropped. */
  readonly total_commands_run: number;
  readonly commands: readonly BufferEntry[];
  /** What a message on its way has taken: its id, and how much of the above it covers. */
  readonly claim: {
    readonly message_id: string;
    readonly total: number;
    readonly block_ids: readonly string[];
  } | null;
}

export const MAX_COMMANDS = 10;

export const EMPTY_BUFFER: CommandBuffer = {
  v: 1,
  shell_id: null,
  total_commands_run: 0,
  commands: [],
  claim: null,
};

/** Adds an entry; the oldest goes when there are too many. */
export function add(buffer: CommandBuffer, entry: BufferEntry, shellId: string): CommandBuffer {
  return {
    ...buffer,
    shell_id: shellId,
    total_commands_run: buffer.total_commands_run + 1,
    commands: [...buffer.commands, entry].slice(-MAX_COMMANDS),
  };
}

/** Takes an entry out before it is sent, because the person does not want it to be. */
export function remove(buffer: CommandBuffer, blockId: string): CommandBuffer {
  const commands = buffer.commands.filter((entry) => entry.block_id !== blockId);
  const gone = buffer.commands.length - commands.length;
  return { ...buffer, commands, total_commands_run: buffer.total_commands_run - gone };
}

/** Claims what is there for a message. A claim that was never settled is void: its sender died. */
export function claim(buffer: CommandBuffer, messageId: string): CommandBuffer {
  if (buffer.commands.length === 0) return { ...buffer, claim: null };
  return {
    ...buffer,
    claim: {
      message_id: messageId,
      total: buffer.total_commands_run,
      block_ids: buffer.commands.map((entry) => entry.block_id),
    },
  };
}

/** The message arrived: what it took is forgotten, what came since stays. */
export function confirm(buffer: CommandBuffer, messageId: string): CommandBuffer {
  const held = buffer.claim;
  if (held === null || held.message_id !== messageId) return buffer;
  const sent = new Set(held.block_ids);
  return {
    ...buffer,
    total_commands_run: buffer.total_commands_run - held.total,
    commands: buffer.commands.filter((entry) => !sent.has(entry.block_id)),
    claim: null,
  };
}

/** The message did not arrive: everything is there for the next one. */
export function release(buffer: CommandBuffer, messageId: string): CommandBuffer {
  return buffer.claim?.message_id === messageId ? { ...buffer, claim: null } : buffer;
}

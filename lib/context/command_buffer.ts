/**
 * The commands that the person ran since the last message, kept in the conversation's meta file.
 * Two phases: a message carries what waits and keeps it with itself; the buffer forgets it only
 * when the app-server has acknowledged the message. What no message carries waits, so a message
 * that fails and is dropped leaves everything to the next one. Pure.
 */
import { z } from "zod";

/** A command that ended. */
const commandSchema = z.object({
  cmd: z.string(),
  exit_code: z.number().nullable(),
  cwd: z.string(),
  block_id: z.string(),
  /** Milliseconds since the epoch. */
  ts: z.number(),
  preview: z.object({ lines: z.array(z.string()), truncated: z.boolean() }),
});
export type CommandRecord = z.infer<typeof commandSchema>;

/** A command that the person stopped: by Ctrl-C, or by a kill from the page. */
const killSchema = commandSchema.extend({ type: z.literal("user_kill"), signal: z.string() });
export type KillRecord = z.infer<typeof killSchema>;

// The kill first: a command would take its fields away.
const entrySchema = z.union([killSchema, commandSchema]);
export type BufferEntry = z.infer<typeof entrySchema>;

/** The field `pending_cmd_buffer` of a meta file, and what a message carries of it. */
export const bufferSchema = z.object({
  v: z.literal(1),
  conversation_id: z.string(),
  shell_id: z.string().nullable(),
  /** Everything since the last message, with what was dropped. */
  total_commands_run: z.number().int().min(0),
  commands: z.array(entrySchema),
});
export type CommandBuffer = z.infer<typeof bufferSchema>;

export const MAX_COMMANDS = 10;

/** A buffer with nothing in it. */
export function emptyBuffer(conversationId: string): CommandBuffer {
  return {
    v: 1,
    conversation_id: conversationId,
    shell_id: null,
    total_commands_run: 0,
    commands: [],
  };
}

/** The buffer as a meta file has it; what is none, or a fork's copy, counts as empty. */
export function readBuffer(value: unknown, conversationId: string): CommandBuffer {
  const { data } = bufferSchema.safeParse(value);
  return data?.conversation_id === conversationId ? data : emptyBuffer(conversationId);
}

/** Adds an entry; the oldest goes when there are too many. One that is there already stays. */
export function add(buffer: CommandBuffer, entry: BufferEntry, shellId: string): CommandBuffer {
  if (buffer.commands.some(({ block_id }) => block_id === entry.block_id)) return buffer;
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
  if (commands.length === buffer.commands.length) return buffer;
  return { ...buffer, commands, total_commands_run: buffer.total_commands_run - 1 };
}

/**
 * The buffer without what a message carries: what waits while the message is on its way, and what
 * is left when it has arrived. Told twice it changes nothing more.
 */
export function without(buffer: CommandBuffer, carried: CommandBuffer): CommandBuffer {
  const sent = new Set(carried.commands.map(({ block_id }) => block_id));
  const commands = buffer.commands.filter(({ block_id }) => !sent.has(block_id));
  if (commands.length === buffer.commands.length) return buffer;
  const dropped = Math.max(0, droppedOf(buffer) - droppedOf(carried));
  return { ...buffer, commands, total_commands_run: commands.length + dropped };
}

/** How many commands are counted and not there any more. */
export function droppedOf({ total_commands_run, commands }: CommandBuffer): number {
  return Math.max(0, total_commands_run - commands.length);
}

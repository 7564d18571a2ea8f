/**
 * The fragment `user_cmd_context`: the person's commands as one envelope in front of the message.
 * At most 4,096 bytes in all: the oldest previews shrink first, then the oldest commands go.
 */
import { type BufferEntry, type CommandBuffer, MAX_COMMANDS } from "./command_buffer.ts";
import { PREVIEW_BYTES, PREVIEW_LINES, shrink } from "./command_preview.ts";
import { readEnvelopes, wrapEnvelope } from "./envelope.ts";
import { byteLength, clipBytes, type Fragment } from "./fragment.ts";

/** What the envelope holds, as its reader sees it. */
export interface UserCommandEnvelope {
  readonly v: 1;
  readonly type: "user_cmd_context";
  readonly conversation_id: string;
  readonly shell_id: string | null;
  readonly total_commands_run: number;
  readonly kept: number;
  readonly dropped: number;
  readonly truncated: boolean;
  readonly commands: readonly BufferEntry[];
  /** Tools with which more can be read. */
  readonly mcp: readonly string[];
}

const TYPE = "user_cmd_context";
const MAX_BYTES = 4_096;
const MAX_CMD_BYTES = 600;
const MCP_TOOLS = ["pty_read_screen", "pty_read_scrollback", "blocks_read"];
/** Each round halves what the oldest preview may take, down to nothing. */
const SMALLEST_PREVIEW = 40;

/** What waits, or what a message has claimed of it. */
export type UserCommands = Pick<
  CommandBuffer,
  "conversation_id" | "shell_id" | "total_commands_run" | "commands"
>;

export const userCommands: Fragment<UserCommands> = {
  name: TYPE,
  role: "contextual_user",
  maxBytes: MAX_BYTES,
  render: (value) => value.commands.length === 0 ? null : wrapEnvelope(fit(value, wrapped)),
  match: (text) => readEnvelopes(text).some(({ type }) => type === TYPE),
};

/** The envelope's content alone, for a carrier that needs no marks and takes `maxBytes` of it. */
export function commandsAsJson(value: UserCommands, maxBytes: number): string | null {
  if (value.commands.length === 0) return null;
  return JSON.stringify(fit(value, (envelope) => byteLength(JSON.stringify(envelope)) > maxBytes));
}

function wrapped(envelope: UserCommandEnvelope): boolean {
  return byteLength(wrapEnvelope(envelope)) > MAX_BYTES;
}

/** The envelope that fits, with the numbers that tell what was left out. */
function fit(
  value: UserCommands,
  tooLarge: (envelope: UserCommandEnvelope) => boolean,
): UserCommandEnvelope {
  let commands = value.commands.slice(-MAX_COMMANDS).map(bounded);
  const over = () => tooLarge(envelopeOf(value, commands));
  for (let at = 0; over() && at < commands.length; at++) {
    for (let room = PREVIEW_BYTES / 2; over() && hasPreview(commands[at]!); room /= 2) {
      commands = commands.with(at, smaller(commands[at]!, room < SMALLEST_PREVIEW ? 0 : room));
    }
  }
  while (over() && commands.length > 1) commands = commands.slice(1);
  // Control characters are six characters each in JSON: then less of the command itself has room.
  for (let room = MAX_CMD_BYTES / 2; over() && room >= 1; room /= 2) {
    commands = commands.map((entry) => clipped(entry, room));
  }
  return envelopeOf(value, commands);
}

function envelopeOf(
  { conversation_id, shell_id, total_commands_run }: UserCommands,
  commands: readonly BufferEntry[],
): UserCommandEnvelope {
  const total = Math.max(total_commands_run, commands.length);
  const dropped = total - commands.length;
  return {
    v: 1,
    type: TYPE,
    conversation_id,
    shell_id,
    total_commands_run: total,
    kept: commands.length,
    dropped,
    truncated: dropped > 0 || commands.some(({ preview }) => preview.truncated),
    commands,
    mcp: MCP_TOOLS,
  };
}

/** An entry within the bounds of a single command. */
function bounded(entry: BufferEntry): BufferEntry {
  const preview = shrink(entry.preview, PREVIEW_LINES, PREVIEW_BYTES);
  return { ...clipped(entry, MAX_CMD_BYTES), preview };
}

function clipped(entry: BufferEntry, maxBytes: number): BufferEntry {
  return { ...entry, cmd: clipBytes(entry.cmd, maxBytes), cwd: clipBytes(entry.cwd, maxBytes) };
}

function hasPreview({ preview }: BufferEntry): boolean {
  return preview.lines.length > 0;
}

function smaller(entry: BufferEntry, maxBytes: number): BufferEntry {
  const lines = maxBytes === 0 ? 0 : PREVIEW_LINES;
  return { ...entry, preview: shrink(entry.preview, lines, maxBytes) };
}

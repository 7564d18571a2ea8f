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

/** What is rendered. */
export interface UserCommands {
  readonly conversationId: string;
  readonly buffer: CommandBuffer;
}

const TYPE = "user_cmd_context";
const MAX_BYTES = 4_096;
const MAX_CMD_BYTES = 600;
const MCP_TOOLS = ["pty_read_screen", "pty_read_scrollback", "blocks_read"];
/** Each round halves what the oldest preview may take, down to nothing. */
const SMALLEST_PREVIEW = 40;

export const userCommands: Fragment<UserCommands> = {
  name: TYPE,
  role: "contextual_user",
  maxBytes: MAX_BYTES,
  render: (value) => value.buffer.commands.length === 0 ? null : wrapEnvelope(fit(value)),
  match: (text) => readEnvelopes(text).some(({ type }) => type === TYPE),
};

/** The envelope that fits, with the numbers that tell what was left out. */
function fit({ conversationId, buffer }: UserCommands): UserCommandEnvelope {
  let commands = buffer.commands.slice(-MAX_COMMANDS).map(bounded);
  const envelope = () => envelopeOf(conversationId, buffer, commands);
  const tooLarge = () => byteLength(wrapEnvelope(envelope())) > MAX_BYTES;
  for (let at = 0; tooLarge() && at < commands.length; at++) {
    for (let room = PREVIEW_BYTES / 2; tooLarge() && hasPreview(commands[at]!); room /= 2) {
      commands = commands.with(at, smaller(commands[at]!, room < SMALLEST_PREVIEW ? 0 : room));
    }
  }
  while (tooLarge() && commands.length > 1) commands = commands.slice(1);
  return envelope();
}

function envelopeOf(
  conversationId: string,
  buffer: CommandBuffer,
  commands: readonly BufferEntry[],
): UserCommandEnvelope {
  const total = Math.max(buffer.total_commands_run, commands.length);
  const dropped = total - commands.length;
  return {
    v: 1,
    type: TYPE,
    conversation_id: conversationId,
    shell_id: buffer.shell_id,
    total_commands_run: total,
    kept: commands.length,
    dropped,
    truncated: dropped > 0 ||
      commands.some((entry) => "preview" in entry && entry.preview.truncated),
    commands,
    mcp: MCP_TOOLS,
  };
}

/** An entry within the bounds of a single command. */
function bounded(entry: BufferEntry): BufferEntry {
  const cmd = clipBytes(entry.cmd, MAX_CMD_BYTES);
  if (!("preview" in entry)) return { ...entry, cmd };
  const cwd = clipBytes(entry.cwd, MAX_CMD_BYTES);
  return { ...entry, cmd, cwd, preview: shrink(entry.preview, PREVIEW_LINES, PREVIEW_BYTES) };
}

function hasPreview(entry: BufferEntry): boolean {
  return "preview" in entry && entry.preview.lines.length > 0;
}

function smaller(entry: BufferEntry, maxBytes: number): BufferEntry {
  if (!("preview" in entry)) return entry;
  const lines = maxBytes === 0 ? 0 : PREVIEW_LINES;
  return { ...entry, preview: shrink(entry.preview, lines, maxBytes) };
}

/** `pilothouse shell-host`: one conversation's shell, as the server starts it. */
import { z } from "zod";
import { type Command, EXIT } from "../command.ts";

const FLAGS = [
  { name: "socket", placeholder: "<path>", summary: "The server's socket to dial" },
  { name: "dir", placeholder: "<folder>", summary: "The conversation's agent_pty folder" },
  { name: "conversation", placeholder: "<id>", summary: "The conversation's id" },
  { name: "shell-id", placeholder: "<id>", summary: "The shell's id" },
  { name: "cwd", placeholder: "<folder>", summary: "Where the shell starts" },
  { name: "shell", placeholder: "<path>", summary: "The shell; else $SHELL" },
  { name: "cols", placeholder: "<number>", summary: "Width of the terminal" },
  { name: "rows", placeholder: "<number>", summary: "Height of the terminal" },
  { name: "grace", placeholder: "<seconds>", summary: "How long to wait for a server" },
  { name: "spec", placeholder: "<file>", summary: "Another shellspec" },
] as const;

const size = z.coerce.number().int().min(2).max(1000).optional();
const schema = z.object({
  socket: z.string(),
  dir: z.string(),
  conversation: z.string(),
  "shell-id": z.string(),
  cwd: z.string(),
  shell: z.string().optional(),
  cols: size,
  rows: size,
  grace: z.coerce.number().min(0).max(86_400).optional(),
  spec: z.string().optional(),
});

export const command: Command = {
  name: "shell-host",
  summary: "Run one conversation's shell for the server",
  usage: "--socket <path> --dir <folder> --conversation <id> --shell-id <id> --cwd <folder>",
  flags: FLAGS,
  async run({ flags, terminal }) {
    const checked = schema.safeParse(flags);
    if (!checked.success) {
      terminal.err(`pilothouse shell-host: ${z.prettifyError(checked.error)}\n`);
      return EXIT.usage;
    }
    const { dir, conversation, "shell-id": shellId, grace, ...rest } = checked.data;
    const { runShellHost } = await import("../../shell/host/run.ts");
    try {
      return await runShellHost({
        ...defined(rest),
        ...defined({ graceS: grace }),
        agentPty: dir,
        conversationId: conversation,
        shellId,
      });
    } catch (error) {
      terminal.err(`pilothouse shell-host: ${error instanceof Error ? error.message : error}\n`);
      return EXIT.failed;
    }
  },
};

/** Without what was not given. */
function defined<T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const given = Object.entries(value).filter(([, one]) => one !== undefined);
  return Object.fromEntries(given) as { [K in keyof T]: Exclude<T[K], undefined> };
}

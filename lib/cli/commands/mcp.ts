/** `pilothouse mcp`: the conversation's shell and events as tools, for the agent's program. */
import { type Command, EXIT } from "../command.ts";
import { runBridge } from "../../mcp/bridge.ts";

const FLAGS = [
  { name: "link", placeholder: "<file>", summary: "The file by which to find the server" },
  { name: "conversation", placeholder: "<id>", summary: "Whose shell; codex tells it by itself" },
] as const;

export const command: Command = {
  name: "mcp",
  summary: "Serve tools to an agent by the Model Context Protocol, over stdin and stdout",
  usage: "--link <file> [--conversation <id>]",
  flags: FLAGS,
  async run({ flags, terminal }) {
    const { link, conversation } = flags;
    if (typeof link !== "string") {
      terminal.err("pilothouse mcp: --link is missing: mcp.json in the runtime's folder\n");
      return EXIT.usage;
    }
    await runBridge({
      linkPath: link,
      ...(typeof conversation === "string" ? { conversation } : {}),
      input: Deno.stdin.readable,
      output: (line) => terminal.out(line),
    });
    return EXIT.ok;
  },
};

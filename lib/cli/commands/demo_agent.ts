/** `pilothouse demo-agent`: the built-in agent on stdin and stdout, as the bridge starts it. */
import type { Command } from "../command.ts";

export const command: Command = {
  name: "demo-agent",
  summary: "Run the built-in demo agent on stdin and stdout",
  usage: "",
  flags: [],
  async run() {
    const { runDemoAgentOnStdio } = await import("../../demo/stdio.ts");
    return await runDemoAgentOnStdio();
  },
};

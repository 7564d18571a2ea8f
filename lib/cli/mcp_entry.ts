/**
 * `pilothouse mcp` as a program of its own: codex starts one for each thread, and this one does not
 * load the server first.
 */
import { command } from "./commands/mcp.ts";
import { parseFlags } from "./parse_flags.ts";
import { denoTerminal } from "./terminal.ts";

if (import.meta.main) {
  const terminal = denoTerminal("/");
  const parsed = parseFlags(Deno.args, command.flags);
  if (!parsed.ok) terminal.err(`pilothouse mcp: ${parsed.message}\n`);
  const host = { serve: () => Promise.resolve(1) };
  Deno.exit(parsed.ok ? await command.run({ ...parsed, host, terminal }) : 2);
}

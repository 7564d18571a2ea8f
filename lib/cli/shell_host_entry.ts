/**
 * The shell host as a program of its own. `pilothouse shell-host` does the same, but there is one
 * host per conversation, and this one does not load the server first.
 */
import { command } from "./commands/shell_host.ts";
import { parseFlags } from "./parse_flags.ts";
import { denoTerminal } from "./terminal.ts";

if (import.meta.main) {
  const terminal = denoTerminal();
  const parsed = parseFlags(Deno.args, command.flags);
  if (!parsed.ok) terminal.err(`pilothouse shell-host: ${parsed.message}\n`);
  const host = { serve: () => Promise.resolve(1) };
  Deno.exit(parsed.ok ? await command.run({ ...parsed, host, terminal }) : 2);
}

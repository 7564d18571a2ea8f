/**
 * How codex learns of our tools: settings on its command line, which count for this process only
 * and leave the person's config.toml alone. Tells how a bridge is started; the launcher has written
 * the script, and a server without a launcher starts it directly.
 */
import { thisProgram } from "./launcher/program.ts";
import { mcpArgs } from "./launcher/wrappers.ts";

/** Set by the launcher to the script that starts a bridge. */
export const MCP_VARIABLE = "PILOTHOUSE_MCP";

/** A command of ten minutes is answered by the tool itself before this. */
const TOOL_TIMEOUT_S = 660;
const STARTUP_TIMEOUT_S = 30;

/** The words behind `codex app-server` that register the tools. */
export function mcpRegistration(
  linkPath: string,
  env: (name: string) => string | undefined,
): string[] {
  const script = env(MCP_VARIABLE);
  const program = thisProgram(env);
  const [command, ...args] = script ? [script] : [program.deno, ...mcpArgs(program)];
  const settings: Record<string, unknown> = {
    command,
    args: [...args, "--link", linkPath],
    startup_timeout_sec: STARTUP_TIMEOUT_S,
    tool_timeout_sec: TOOL_TIMEOUT_S,
  };
  // JSON's strings, numbers and lists are TOML's, too.
  return Object.entries(settings)
    .flatMap(([key, value]) => ["-c", `mcp_servers.pilothouse.${key}=${JSON.stringify(value)}`]);
}

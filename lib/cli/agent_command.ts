/**
 * Decides which agent answers: the configured command, codex if it is installed, else the demo.
 * Used by the launcher, which grants the right to run it, and by the server, which runs it; the
 * launcher's findings reach the server by variables, since the server may not search the disk.
 */
import type { Config } from "../config/schema.ts";
import { findExecutable } from "./launcher/executables.ts";
import { thisProgram } from "./launcher/program.ts";
import { directCommand } from "./launcher/wrappers.ts";

/** The agent's command line; the first word is the program. */
export interface AgentCommand {
  readonly kind: "configured" | "codex" | "demo";
  readonly command: readonly [string, ...string[]];
}

/** Set by the launcher to the path of codex, or to nothing if there is none. */
export const CODEX_VARIABLE = "PILOTHOUSE_CODEX";
/** Set by the launcher to the wrapper script of the demo agent. */
export const DEMO_VARIABLE = "PILOTHOUSE_DEMO_AGENT";

/** The agent to start for this configuration. */
export function agentCommand(
  config: Pick<Config, "app_server">,
  env: (name: string) => string | undefined,
): AgentCommand {
  const [program, ...args] = config.app_server ?? [];
  if (program !== undefined) return { kind: "configured", command: [program, ...args] };
  const codex = env(CODEX_VARIABLE) ?? findExecutable("codex", env("PATH"));
  if (codex) return { kind: "codex", command: [codex, "app-server"] };
  const demo = env(DEMO_VARIABLE);
  return { kind: "demo", command: demo ? [demo] : direct() };
}

function direct(): [string, ...string[]] {
  const [deno, ...args] = directCommand("demo-agent", thisProgram());
  if (deno === undefined) throw new TypeError("The demo agent's command line is empty");
  return [deno, ...args];
}

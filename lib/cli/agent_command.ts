/**
 * Decides which agent answers: the configured command, codex if it is installed, else the demo.
 * The launcher decides and tells the server by variables, since the server may neither search
 * the disk nor run anything but the script that the launcher wrote. A server that was started
 * without the launcher decides for itself.
 */
import { quoteWord } from "../config/command_line.ts";
import type { Config } from "../config/schema.ts";
import { findExecutable } from "./launcher/executables.ts";
import { thisProgram } from "./launcher/program.ts";
import { directCommand } from "./launcher/wrappers.ts";

/** Who answers: a command that the person configured, codex from PATH, or the built-in demo. */
export type AgentKind = "configured" | "codex" | "demo";

/** The agent to start. */
export interface AgentCommand {
  readonly kind: AgentKind;
  /** What to run: program and arguments. */
  readonly command: readonly [string, ...string[]];
  /** The same as a person would type it. */
  readonly shown: string;
}

/** Set by the launcher: the kind of agent, and the script that starts it. */
export const AGENT_KIND_VARIABLE = "PILOTHOUSE_AGENT_KIND";
/** Set by the launcher to the script that starts the agent, unless it is the demo. */
export const AGENT_VARIABLE = "PILOTHOUSE_AGENT";
/** Set by the launcher to the script of the demo agent. */
export const DEMO_VARIABLE = "PILOTHOUSE_DEMO_AGENT";

type Env = (name: string) => string | undefined;

/** The agent that the server is to start. */
export function agentCommand(config: Pick<Config, "app_server">, env: Env): AgentCommand {
  const kind = env(AGENT_KIND_VARIABLE) as AgentKind | undefined;
  const script = env(kind === "demo" ? DEMO_VARIABLE : AGENT_VARIABLE);
  if (!kind || !script) return chooseAgent(config, env);
  return { kind, command: [script], shown: shownAs(kind, config.app_server ?? [script]) };
}

/** The agent by configuration and PATH alone. */
export function chooseAgent(config: Pick<Config, "app_server">, env: Env): AgentCommand {
  const [program, ...args] = config.app_server ?? [];
  if (program !== undefined) return agent("configured", [program, ...args]);
  const codex = findExecutable("codex", env("PATH"));
  if (codex !== undefined) return agent("codex", [codex, "app-server"]);
  return agent("demo", directCommand("demo-agent", thisProgram(env)));
}

function agent(kind: AgentKind, command: [string, ...string[]]): AgentCommand {
  return { kind, command, shown: shownAs(kind, command) };
}

function shownAs(kind: AgentKind, command: readonly string[]): string {
  if (kind === "codex") return "codex app-server";
  return kind === "demo" ? "pilothouse demo-agent" : command.map(quoteWord).join(" ");
}

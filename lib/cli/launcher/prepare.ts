/**
 * Everything that must be settled before the server starts, in the order that leaves least
 * behind when a step fails: what can be judged by looking comes first, then the folders, then
 * the build. Gives the grants and the variables that tell the server what was found.
 */
import type { Config } from "../../config/schema.ts";
import { AGENT_KIND_VARIABLE, AGENT_VARIABLE, chooseAgent } from "../agent_command.ts";
import type { Terminal } from "../command.ts";
import { MCP_VARIABLE } from "../mcp_registration.ts";
import { PARENT_PIPE_VARIABLE } from "../parent_pipe.ts";
import { SHELL_HOST_VARIABLE, SHELL_SOCKET_VARIABLE } from "../shell_host_command.ts";
import { shellSocketPath } from "../../shell/socket_path.ts";
import { buildIfStale } from "./build_if_stale.ts";
import { findExecutable } from "./executables.ts";
import { checkWorkingFolder, prepareHomes } from "./homes.ts";
import { failed, type Outcome, ready } from "./outcome.ts";
import { eventSocketPath } from "../../events/socket_path.ts";
import { type GrantInput, grantProblem, type Grants, serverGrants } from "./permissions.ts";
import { type Program, realPath } from "./program.ts";
import {
  agentWrapper,
  mcpWrapper,
  processWrapper,
  shellHostWrapper,
  subprocessWrappers,
  type Wrapper,
  writeWrappers,
} from "./wrappers.ts";

/** What the server is started with. */
export interface Prepared {
  readonly grants: Grants;
  readonly variables: Readonly<Record<string, string>>;
}

/** Prepares a start, or says why it cannot be. */
export async function prepare(
  config: Config,
  program: Program,
  terminal: Terminal,
): Promise<Outcome<Prepared>> {
  const path = terminal.env("PATH");
  const agent = findAgent(config, program, terminal);
  if (!agent.ok) return agent;
  const { kind, executable } = agent.value;
  const runtimeDir = terminal.env("XDG_RUNTIME_DIR");
  const socket = shellSocketPath({ home: config.home, cwd: config.cwd, runtimeDir });
  const shellHost = shellHostWrapper(program, socket, SHELL_HOST_VARIABLE);
  const mcp = mcpWrapper(program, config.home, MCP_VARIABLE);
  const wrappers = [...agent.value.wrappers, shellHost, mcp];
  const input: GrantInput = {
    program: program.folder,
    cwd: config.cwd,
    homes: [config.home, config.codex_home],
    sockets: [eventSocketPath(config), socket],
    executables: [
      ...wrappers.map((wrapper) => wrapper.path),
      ...["git", "rg"].flatMap((name) => findExecutable(name, path) ?? []),
    ],
    guarded: [program.folder, program.state, program.deno],
    behindWrappers: executable === undefined ? [] : [executable],
    realPath,
  };
  const problem = grantProblem(input);
  if (problem !== undefined) return failed(problem);

  const folder = checkWorkingFolder(config);
  if (!folder.ok) return folder;
  const homes = prepareHomes(config);
  if (!homes.ok) return homes;
  const built = await buildIfStale(program, terminal.err, Deno.stderr.isTerminal());
  const written = built.ok ? writeWrappers(wrappers) : built;
  if (!written.ok) {
    homes.value();
    return written;
  }
  const variables = {
    ...Object.fromEntries(wrappers.map((wrapper) => [wrapper.variable, wrapper.path])),
    [SHELL_SOCKET_VARIABLE]: socket,
    [AGENT_KIND_VARIABLE]: kind,
    [PARENT_PIPE_VARIABLE]: "1",
  };
  return ready({ grants: serverGrants(input), variables });
}

interface FoundAgent {
  readonly kind: string;
  readonly wrappers: readonly Wrapper[];
  /** The agent's own program; undefined for the demo. */
  readonly executable?: string;
}

function findAgent(config: Config, program: Program, terminal: Terminal): Outcome<FoundAgent> {
  const own = [...subprocessWrappers(program), processWrapper(program)];
  const { kind, command: [name, ...args] } = chooseAgent(config, terminal.env);
  if (kind === "demo") return ready({ kind, wrappers: own });
  const executable = findExecutable(name, terminal.env("PATH"));
  if (executable === undefined) {
    return failed(
      `app-server command not found: "${name}": there is no such program; install it, correct ` +
        `--app-server, or leave that out to use codex or the demo agent`,
    );
  }
  const wrapper = agentWrapper(program, executable, args, AGENT_VARIABLE);
  return ready({ kind, wrappers: [wrapper, ...own], executable });
}

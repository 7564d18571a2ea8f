/**
 * `deno task start`: checks the configuration and the folders, builds the page if it is stale,
 * and starts the server with permissions computed for this machine. Holds every right itself
 * and listens to nothing; the server that faces the web gets only what is printed here.
 */
import type { Config } from "../config/schema.ts";
import { settings } from "../config/settings.ts";
import { agentCommand, CODEX_VARIABLE } from "./agent_command.ts";
import { EXIT, type Terminal } from "./command.ts";
import { command as serve } from "./commands/serve.ts";
import { commandHelp } from "./help_text.ts";
import { buildIfStale } from "./launcher/build_if_stale.ts";
import { findExecutable } from "./launcher/executables.ts";
import { checkWorkingFolder, prepareHomes } from "./launcher/homes.ts";
import { openPageOnLink } from "./launcher/open_page.ts";
import { failed, type Outcome, ready } from "./launcher/outcome.ts";
import {
  describeGrants,
  type GrantInput,
  grantProblem,
  type Grants,
  permissionFlags,
  serverGrants,
} from "./launcher/permissions.ts";
import { type Program, realPath, thisProgram } from "./launcher/program.ts";
import { runServer } from "./launcher/server_process.ts";
import { serverEnvironment } from "./launcher/server_environment.ts";
import { wrapperPaths, writeWrappers } from "./launcher/wrappers.ts";
import { loadConfig } from "./load_config.ts";
import { PARENT_PIPE_VARIABLE } from "./parent_pipe.ts";
import { parseFlags } from "./parse_flags.ts";
import { asksForHelp } from "./run.ts";
import { denoTerminal } from "./terminal.ts";

/** Launches the server for these flags; gives the exit code. */
export async function launch(args: readonly string[], program: Program): Promise<number> {
  const terminal = denoTerminal(startingFolder(program));
  if (asksForHelp(args)) {
    terminal.out(commandHelp(serve, "deno task start"));
    return EXIT.ok;
  }
  const parsed = parseFlags(args, serve.flags);
  const surplus = parsed.ok ? parsed.args[0] : undefined;
  if (!parsed.ok || surplus !== undefined) {
    const message = parsed.ok ? `unexpected word "${surplus}" after "start"` : parsed.message;
    terminal.err(`pilothouse: ${message}\n`);
    return EXIT.usage;
  }
  const loaded = loadConfig(parsed.flags, terminal);
  if (!loaded) return EXIT.usage;
  const prepared = await prepare(loaded.config, program, terminal);
  if (!prepared.ok) {
    terminal.err(`pilothouse: ${prepared.message}\n`);
    return prepared.exitCode;
  }
  const { grants, variables } = prepared.value;
  terminal.err(describeGrants(grants));
  return await runServer({
    deno: program.deno,
    args: serverArgs(program, grants, loaded.config, parsed.flags),
    env: serverEnvironment(Deno.env.toObject(), variables, terminal.err),
    cwd: program.folder,
    print: terminal.err,
    ...(loaded.config.open ? { onLine: openPageOnLink(terminal.env, terminal.err) } : {}),
  });
}

interface Prepared {
  readonly grants: Grants;
  /** Variables that tell the server what the launcher found. */
  readonly variables: Readonly<Record<string, string>>;
}

async function prepare(
  config: Config,
  program: Program,
  terminal: Terminal,
): Promise<Outcome<Prepared>> {
  // What can be known without touching the disk is checked first: nothing is left behind.
  const agent = findAgent(config, program, terminal.env("PATH"));
  if (!agent.ok) return agent;
  const input = grantInput(config, program, agent.value, terminal.env("PATH"));
  const problem = grantProblem(input);
  if (problem !== undefined) return failed(problem);
  const folder = checkWorkingFolder(config);
  if (!folder.ok) return folder;
  const homes = prepareHomes(config);
  if (!homes.ok) return homes;
  const around = {
    print: terminal.err,
    animated: Deno.stderr.isTerminal(),
    env: terminal.env,
  };
  const built = await buildIfStale(program, around);
  if (!built.ok) return built;
  const written = writeWrappers(program);
  if (!written.ok) return written;
  return ready({ grants: serverGrants(input), variables: agent.value.variables });
}

interface FoundAgent {
  readonly executable: string;
  readonly variables: Readonly<Record<string, string>>;
}

function findAgent(
  config: Config,
  program: Program,
  path: string | undefined,
): Outcome<FoundAgent> {
  const variables: Record<string, string> = {
    ...wrapperPaths(program),
    [CODEX_VARIABLE]: findExecutable("codex", path) ?? "",
    [PARENT_PIPE_VARIABLE]: "1",
  };
  const { kind, command: [name] } = agentCommand(config, (variable) => variables[variable]);
  if (kind !== "configured") return ready({ executable: name, variables });
  const executable = findExecutable(name, path);
  if (executable !== undefined) return ready({ executable, variables });
  return failed(
    `app-server command not found: "${name}": no such program; install it, correct ` +
      `--app-server, or leave it out to use codex or the demo agent`,
  );
}

function grantInput(
  config: Config,
  program: Program,
  agent: FoundAgent,
  path: string | undefined,
): GrantInput {
  const tools = ["git", "rg"].map((name) => findExecutable(name, path));
  return {
    program: program.folder,
    cwd: config.cwd,
    homes: [config.home, config.codex_home],
    executables: [agent.executable, ...tools, ...Object.values(wrapperPaths(program))]
      .filter((found) => found !== undefined),
    realPath,
  };
}

function serverArgs(
  program: Program,
  grants: Grants,
  config: Config,
  flags: Readonly<Record<string, string | true>>,
): string[] {
  const given = settings.flatMap(({ key, flag, kind }) => {
    if (flag === undefined) return [];
    // Paths go on as they were resolved here: the server starts in another folder.
    if (kind === "path") return [`--${flag}=${config[key as "home" | "cwd" | "codex_home"]}`];
    const value = flags[flag];
    return value === undefined ? [] : [value === true ? `--${flag}` : `--${flag}=${value}`];
  });
  const base = ["run", "--quiet", "--config", program.manifest];
  return [...base, ...permissionFlags(grants), program.main, "serve", ...given];
}

/** `deno task` changes into the program folder; people mean the folder that they were in. */
function startingFolder(program: Program): string {
  const here = Deno.cwd();
  return here === program.folder ? Deno.env.get("INIT_CWD") || here : here;
}

if (import.meta.main) launch(Deno.args, thisProgram()).then((code) => Deno.exit(code));

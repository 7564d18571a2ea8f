/**
 * `deno task start`: checks the configuration and the folders, builds the page if it is stale,
 * and starts the server with permissions computed for this machine. Holds every right itself
 * and listens to nothing; the server that faces the web gets only what is printed here.
 */
import { quoteWord } from "../config/command_line.ts";
import type { FlagValues } from "../config/resolve.ts";
import type { Config } from "../config/schema.ts";
import { settings, settingValue } from "../config/settings.ts";
import { EXIT, type Print } from "./command.ts";
import { command as serve } from "./commands/serve.ts";
import { commandHelp } from "./help_text.ts";
import { findTies, lookUpInProc } from "./launcher/ancestors.ts";
import { openPageOnLink } from "./launcher/open_page.ts";
import { describeGrants, type Grants, permissionFlags } from "./launcher/permissions.ts";
import { prepare } from "./launcher/prepare.ts";
import { type Program, startingFolder, thisProgram } from "./launcher/program.ts";
import { serverEnvironment } from "./launcher/server_environment.ts";
import { runServer } from "./launcher/server_process.ts";
import { loadConfig } from "./load_config.ts";
import { parseFlags } from "./parse_flags.ts";
import { asksFor } from "./run.ts";
import { denoTerminal } from "./terminal.ts";

/**
 * What the server makes for a delta is garbage at once. A large nursery would only let it lie: 35
 * MiB more under fifty pages, at the same speed (`deno task bench fanout`).
 */
const SMALL_NURSERY = "--v8-flags=--max-semi-space-size=4";

/** Launches the server for these flags; gives the exit code. */
export async function launch(args: readonly string[], program: Program): Promise<number> {
  // Now, because whoever started us may be gone by the time the page is built.
  const ties = findTies(Deno.pid, lookUpInProc);
  const terminal = denoTerminal(
    startingFolder({ env: (name) => Deno.env.get(name), cwd: Deno.cwd() }, program),
  );
  if (asksFor(args, "--help", "-h")) {
    terminal.out(commandHelp(serve, "deno task start"));
    return EXIT.ok;
  }
  const parsed = parseFlags(args, serve.flags);
  if (!parsed.ok || parsed.args[0] !== undefined) {
    const message = parsed.ok ? `unexpected word "${parsed.args[0]}"` : parsed.message;
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
  const code = await runServer({
    deno: program.deno,
    args: serverArgs(program, grants, loaded.config, parsed.flags),
    env: serverEnvironment(Deno.env.toObject(), variables, terminal.err),
    cwd: program.folder,
    ties,
    print: terminal.err,
    ...(loaded.config.open ? { onLine: openPageOnLink(terminal.env, terminal.err) } : {}),
  });
  if (code >= KILLED) await endLeftOvers(loaded.config.home, terminal.err);
  return code;
}

/** Exit codes from here on stand for signals. */
const KILLED = 128;

/** A server that was killed could not end its processes, and has no right to later. */
async function endLeftOvers(home: string, print: Print): Promise<void> {
  // Loaded only now: a start and an orderly end do not need it.
  const { reconcileHome } = await import("../shells/reconcile.ts");
  const { processesBy } = await import("../shells/processes.ts");
  const { systemClock } = await import("../shells/clock.ts");
  const log = (line: string) => print(`pilothouse: ${line}\n`);
  const around = { processes: processesBy(undefined), clock: systemClock, log };
  await reconcileHome(home, around).catch((error) => log(error.message));
}

function serverArgs(program: Program, grants: Grants, config: Config, flags: FlagValues): string[] {
  const given = settings.flatMap((setting) => {
    const { flag, kind } = setting;
    if (flag === undefined) return [];
    if (kind !== "path" && flags[flag] === undefined) return [];
    // As they were resolved here: the server starts in another folder.
    const value = settingValue(config, setting);
    return [`--${flag}=${Array.isArray(value) ? value.map(quoteWord).join(" ") : value}`];
  });
  const run = ["run", "--quiet", SMALL_NURSERY, "--config", program.manifest];
  run.push(...permissionFlags(grants));
  return [...run, program.main, "serve", ...given];
}

if (import.meta.main) {
  launch(Deno.args, thisProgram((name) => Deno.env.get(name))).then((code) => Deno.exit(code));
}

/**
 * `deno task compile`: makes one executable of the program, with everything inside that it reads.
 * Builds the page first if it is stale. A compiled program cannot start itself again with scoped
 * permissions, so its rights are fixed here, wide enough for the shell host too; what serves gives
 * back what only the host needs.
 */
import { dirname, join } from "@std/path";
import { EXIT, type FlagSpec, type Terminal } from "./command.ts";
import { buildIfStale } from "./launcher/build_if_stale.ts";
import { type Program, thisProgram } from "./launcher/program.ts";
import { runToEnd } from "./launcher/run_to_end.ts";
import { parseFlags } from "./parse_flags.ts";
import { denoTerminal } from "./terminal.ts";

const FLAGS: readonly FlagSpec[] = [
  { name: "output", placeholder: "<file>", summary: "Where to write the executable" },
];

/** What is loaded by name or read as data, and so not found by following imports. */
export const INCLUDED = [
  ...["_fresh", "static", "lib/cli/commands", "lib/demo", "deno.json"],
  ...["lib/transcript/search/search_worker.ts", "lib/shell/integration", "shellspec"],
];

/**
 * The net is not narrowed to loopback, because sockets of this machine are granted by their path, and
 * that is known only where the program runs. It listens on 127.0.0.1 all the same.
 */
const PERMISSIONS = [
  ...["--no-prompt", "--allow-net", "--allow-read", "--allow-write", "--allow-run"],
  ...["--allow-env", "--allow-ffi"],
];

/** Compiles the program; gives the exit code. */
export async function compile(
  args: readonly string[],
  program: Program,
  terminal: Terminal,
): Promise<number> {
  const parsed = parseFlags(args, FLAGS);
  if (!parsed.ok) {
    terminal.err(`pilothouse: ${parsed.message}\n`);
    return EXIT.usage;
  }
  const built = await buildIfStale(program, terminal.err, Deno.stderr.isTerminal());
  if (!built.ok) {
    terminal.err(`pilothouse: ${built.message}\n`);
    return built.exitCode;
  }
  const output = String(parsed.flags["output"] ?? join(program.folder, ".cache", "pilothouse"));
  await Deno.mkdir(dirname(output), { recursive: true });
  const { success, said } = await runToEnd(program.deno, [
    ...["compile", "--quiet", "--config", program.manifest, ...PERMISSIONS],
    ...INCLUDED.flatMap((path) => ["--include", join(program.folder, path)]),
    ...["--output", output, program.main],
  ], program.folder);
  if (success) {
    terminal.out(`${output}\n`);
    return EXIT.ok;
  }
  terminal.err(`${said}\npilothouse: compiling failed${baseProgramHint(said)}\n`);
  return EXIT.failed;
}

/** Deno fetches the base of every executable from its own server, which npm's mirror lacks. */
function baseProgramHint(said: string): string {
  if (!/denort|dl\.deno\.land/.test(said)) return "";
  return `: Deno's base program (denort ${Deno.version.deno}) cannot be downloaded here; fetch ` +
    `it from https://github.com/denoland/deno/releases and name it with DENORT_BIN=<file>`;
}

if (import.meta.main) {
  const terminal = denoTerminal();
  compile(Deno.args, thisProgram(terminal.env), terminal).then((code) => Deno.exit(code));
}

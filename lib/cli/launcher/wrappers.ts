/**
 * Small scripts through which the server starts the agent and our own subprocesses. Each holds
 * one whole command line, so the server never gets the right to run Deno, codex or an
 * interpreter as it likes. A later subprocess of ours is one more row of the table.
 */
import { basename, join } from "@std/path";
import { quoteWord } from "../../config/command_line.ts";
import { MARK_VARIABLE, PROCESS_SCRIPT, SCRIPT_VARIABLE } from "../../shells/process_script.ts";
import { failed, type Outcome, ready } from "./outcome.ts";
import type { Program } from "./program.ts";
import { readIfThere, replaceFile } from "./write_file.ts";
import { systemReason } from "../../config/system_reason.ts";

/** A script: where it belongs, what it says, and the variable that tells the server its path. */
export interface Wrapper {
  readonly path: string;
  readonly text: string;
  readonly variable: string;
}

/** One subprocess of ours. */
interface Subprocess {
  /** The subcommand, and the script's name. */
  readonly name: string;
  readonly variable: string;
  readonly permissions: (program: Program) => readonly string[];
  /** Variables that it keeps beside those that Deno needs. */
  readonly variables: readonly string[];
}

const SUBPROCESSES: readonly Subprocess[] = [
  {
    name: "demo-agent",
    variable: "PILOTHOUSE_DEMO_AGENT",
    permissions: (program) => [
      `--allow-read=${program.folder}`,
      "--allow-env=PILOTHOUSE_DEMO_SPEED",
    ],
    variables: ["PILOTHOUSE_DEMO_SPEED"],
  },
];

/** What Deno needs to find its cache, and the marks by which processes are found again. */
const KEPT = ["HOME", "DENO_DIR", "XDG_CACHE_HOME", "TZ", "LANG"]
  .concat(MARK_VARIABLE, "PILOTHOUSE_TEST_RUN", "PILOTHOUSE_TEST_SUITE");

const HEAD = "#!/bin/sh\n# Written by the launcher at start; changes are overwritten.\n";

/** The scripts of our own subprocesses. */
export function subprocessWrappers(program: Program): Wrapper[] {
  return SUBPROCESSES.map((subprocess) => {
    const { name, variable, variables } = subprocess;
    // A clean environment: some variables let whoever sets them overrule Deno's permissions.
    const kept = [...KEPT, ...variables].map((v) => `\${${v}:+"${v}=$${v}"}`).join(" ");
    const command = [program.deno, ...subprocessArgs(subprocess, program)].map(quoteWord).join(" ");
    const text =
      `${HEAD}exec /usr/bin/env -i DENO_NO_UPDATE_CHECK=1 ${kept} \\\n  ${command} "$@"\n`;
    return { path: join(program.state, "bin", name), text, variable };
  });
}

/** The script of the agent: `executable` with the words that were configured, and no others first. */
export function agentWrapper(
  program: Program,
  executable: string,
  args: readonly string[],
  variable: string,
): Wrapper {
  const text = `${HEAD}exec ${[executable, ...args].map(quoteWord).join(" ")} "$@"\n`;
  // Named after its program for the reader; the sum keeps two starts out of each other's way.
  const name = `${basename(executable).replaceAll(/[^\w.-]/g, "_")}-${checksum(text)}`;
  return { path: join(program.state, "bin", name), text, variable };
}

/** The script that sees and signals processes, which the server itself may not. */
export function processWrapper(program: Program): Wrapper {
  const path = join(program.state, "bin", "processes");
  return { path, text: HEAD + PROCESS_SCRIPT, variable: SCRIPT_VARIABLE };
}

/**
 * The script of the shell host. It has read, write, env and ffi, for its pseudo-terminal, and no
 * network but the server's socket. The shell needs the person's environment, so it is kept, all
 * but what could change the host's own permissions.
 */
export function shellHostWrapper(program: Program, socket: string, variable: string): Wrapper {
  const command = [program.deno, ...shellHostArgs(program, socket)].map(quoteWord).join(" ");
  const text = `${HEAD}unset DENO_PERMISSION_BROKER_PATH\n` +
    `DENO_NO_UPDATE_CHECK=1 exec ${command} "$@"\n`;
  return { path: join(program.state, "bin", `shell-host-${checksum(text)}`), text, variable };
}

const SHELL_HOST = "lib/cli/shell_host_entry.ts";

/** What Deno is called with to be a shell host; a compiled program is its own Deno. */
export function shellHostArgs(
  program: Program,
  socket: string,
  standalone: boolean = Deno.build.standalone,
): string[] {
  if (standalone) return ["shell-host", "--socket", socket];
  return [
    ...["run", "--no-prompt", "--cached-only", "--quiet", "--config", program.manifest],
    ...["--allow-read", "--allow-write", "--allow-env", "--allow-ffi"],
    ...[`--allow-net=unix:${socket}`, join(program.folder, SHELL_HOST), "--socket", socket],
  ];
}

/**
 * The script of the bridge between codex and our tools: it may read one file of the home's and talk
 * to loopback, nothing else.
 */
export function mcpWrapper(program: Program, home: string, variable: string): Wrapper {
  const kept = KEPT.map((name) => `\${${name}:+"${name}=$${name}"}`).join(" ");
  const command = [program.deno, ...mcpArgs(program, home)].map(quoteWord).join(" ");
  const text = `${HEAD}exec /usr/bin/env -i DENO_NO_UPDATE_CHECK=1 ${kept} \\\n  ${command} "$@"\n`;
  return { path: join(program.state, "bin", `mcp-${checksum(text)}`), text, variable };
}

const MCP = "lib/cli/mcp_entry.ts";

/** What Deno is called with to be a bridge; a compiled program is its own Deno. */
export function mcpArgs(
  program: Program,
  home?: string,
  standalone: boolean = Deno.build.standalone,
): string[] {
  if (standalone) return ["mcp"];
  const read = home === undefined ? "--allow-read" : `--allow-read=${join(home, "runtimes")}`;
  return [
    ...["run", "--no-prompt", "--cached-only", "--quiet", "--config", program.manifest],
    ...["--ignore-env", read, "--allow-net=127.0.0.1", join(program.folder, MCP)],
  ];
}

/** Writes the scripts that are missing or out of date. */
export function writeWrappers(wrappers: readonly Wrapper[]): Outcome<void> {
  for (const { path, text } of wrappers) {
    try {
      if (readIfThere(path) !== text) replaceFile(path, text, 0o755);
    } catch (error) {
      return failed(`cannot write ${path}: ${systemReason(error)}; make its folder writable`);
    }
  }
  return ready(undefined);
}

/** The command line of a subprocess of ours where no launcher has written a script. */
export function directCommand(name: string, program: Program): [string, ...string[]] {
  const subprocess = SUBPROCESSES.find((s) => s.name === name);
  if (!subprocess) throw new TypeError(`No subprocess of this name: ${name}`);
  if (Deno.build.standalone) return [program.deno, name]; // compiled: it is its own Deno
  return [program.deno, ...subprocessArgs(subprocess, program)];
}

function subprocessArgs({ name, permissions }: Subprocess, program: Program): string[] {
  return [
    ...["run", "--no-prompt", "--cached-only", "--quiet", "--config", program.manifest],
    ...["--ignore-env", ...permissions(program), program.main, name],
  ];
}

/** FNV-1a: tells scripts apart, guards nothing. */
function checksum(text: string): string {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) {
    hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  }
  return hash.toString(16).padStart(8, "0");
}

/**
 * Small scripts through which the server starts our own subprocesses. Each runs Deno with its
 * own fixed permissions, so the server never gets the right to run Deno. A later subprocess is
 * one more row of the table.
 */
import { join } from "@std/path";
import { quoteWord } from "../../config/command_line.ts";
import { failed, type Outcome, ready, reasonOf } from "./outcome.ts";
import type { Program } from "./program.ts";
import { readIfThere, replaceFile } from "./write_file.ts";

/** One subprocess of ours. */
interface Wrapper {
  /** The subcommand, and the script's name. */
  readonly name: string;
  /** The variable that tells the server where the script is. */
  readonly variable: string;
  readonly permissions: (program: Program) => readonly string[];
  /** Variables that it keeps; all others are dropped, such as those that steer Deno. */
  readonly variables: readonly string[];
}

const WRAPPERS: readonly Wrapper[] = [
  {
    name: "demo-agent",
    variable: "PILOTHOUSE_DEMO_AGENT",
    permissions: (program) => [`--allow-read=${program.folder}`],
    variables: [],
  },
];

/** What Deno itself needs to find its cache. */
const DENO_VARIABLES = ["HOME", "DENO_DIR", "XDG_CACHE_HOME", "TZ", "LANG"];

/** Where each script is, by the variable that tells the server so. */
export function wrapperPaths(program: Program): Record<string, string> {
  return Object.fromEntries(WRAPPERS.map((w) => [w.variable, pathOf(w, program)]));
}

/** Writes the scripts that are missing or out of date. */
export function writeWrappers(program: Program): Outcome<void> {
  for (const wrapper of WRAPPERS) {
    const path = pathOf(wrapper, program);
    const text = wrapperScript(wrapper, program);
    try {
      if (readIfThere(path) !== text) replaceFile(path, text, 0o755);
    } catch (error) {
      return failed(
        `cannot write ${path}: ${reasonOf(error)}; start once as the owner of ${program.folder}`,
      );
    }
  }
  return ready(undefined);
}

function pathOf(wrapper: Wrapper, program: Program): string {
  return join(program.built, "bin", wrapper.name);
}

function wrapperScript(wrapper: Wrapper, program: Program): string {
  const keep = [...DENO_VARIABLES, ...wrapper.variables]
    .map((name) => `\${${name}:+"${name}=$${name}"}`);
  const command = [program.deno, ...subprocessArgs(wrapper, program)].map(quoteWord);
  return [
    "#!/bin/sh",
    "# Written by the launcher at start; changes are overwritten.",
    `exec /usr/bin/env -i DENO_NO_UPDATE_CHECK=1 ${keep.join(" ")} \\`,
    `  ${command.join(" ")} "$@"`,
    "",
  ].join("\n");
}

function subprocessArgs(wrapper: Wrapper, program: Program): string[] {
  return [
    ...["run", "--no-prompt", "--cached-only", "--quiet", "--config", program.manifest],
    ...["--ignore-env", ...wrapper.permissions(program), program.main, wrapper.name],
  ];
}

/** The command line of one of our subprocesses for a program that was not started by the launcher. */
export function directCommand(name: string, program: Program): string[] {
  const wrapper = WRAPPERS.find((w) => w.name === name);
  if (!wrapper) throw new TypeError(`No subprocess of this name: ${name}`);
  return [program.deno, ...subprocessArgs(wrapper, program)];
}

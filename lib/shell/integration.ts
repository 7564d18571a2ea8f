/**
 * How each shell is started so that it tells where commands begin and end, with the person's own
 * start files still applied. Pure: gives arguments, variables and the files to write; who writes
 * and deletes them is the host's business.
 */
import type { Nonces } from "./mark.ts";

/** A start file for one shell; its nonces make it private and short-lived. */
export interface StartFile {
  readonly name: string;
  readonly text: string;
}

/** How to start a shell. */
export interface ShellPlan {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly files: readonly StartFile[];
  /** False where nothing will be told, and blocks are guessed. */
  readonly integrated: boolean;
}

/** What a plan depends on. */
export interface PlanInput {
  /** Path or name of the shell. */
  readonly shell: string;
  /** Where the files will be; absolute. */
  readonly folder: string;
  readonly nonces: Nonces;
  /** The person's own folder of zsh files, where one is set. */
  readonly zdotdir: string | undefined;
  /** Reads one of the scripts beside this module. */
  readonly script: (name: string) => string;
}

type Planner = (input: PlanInput) => Omit<ShellPlan, "integrated">;

const PLANNERS: Readonly<Record<string, Planner>> = { bash, zsh, fish };

/** The plan for a shell, by its name. */
export function planShell(input: PlanInput): ShellPlan {
  const name = input.shell.split("/").at(-1) ?? "";
  const planner = Object.hasOwn(PLANNERS, name) ? PLANNERS[name] : undefined;
  if (planner === undefined) return { args: ["-i"], env: {}, files: [], integrated: false };
  return { ...planner(input), integrated: true };
}

function bash({ folder, nonces, script }: PlanInput): ReturnType<Planner> {
  const text = filled(script("pilothouse.bash"), {
    ...secrets(nonces),
    ARRAYS: "BASH_VERSINFO[0] * 100 + BASH_VERSINFO[1] >= 501",
    PS0: "BASH_VERSINFO[0] * 100 + BASH_VERSINFO[1] >= 404",
  });
  return {
    args: ["--rcfile", `${folder}/bashrc`, "-i"],
    env: {},
    files: [{ name: "bashrc", text }],
  };
}

function zsh({ folder, nonces, zdotdir, script }: PlanInput): ReturnType<Planner> {
  const words = {
    ...secrets(nonces),
    FOLDER: quoted(folder),
    RESTORE_ZDOTDIR: zdotdir === undefined ? "unset ZDOTDIR" : `ZDOTDIR=${quoted(zdotdir)}`,
  };
  return {
    args: ["-i"],
    env: { ZDOTDIR: folder },
    files: [
      { name: ".zshenv", text: filled(script("env.zsh"), words) },
      { name: ".zshrc", text: filled(script("pilothouse.zsh"), words) },
    ],
  };
}

function fish({ folder, nonces, script }: PlanInput): ReturnType<Planner> {
  const path = `${folder}/config.fish`.replaceAll(/['\\]/g, "\\$&");
  return {
    // fish 4 has marks of its own, which would only be noise in the output that is kept.
    args: ["--features=no-mark-prompt", "--init-command", `source '${path}'`, "-i"],
    env: {},
    files: [{ name: "config.fish", text: filled(script("pilothouse.fish"), secrets(nonces)) }],
  };
}

function secrets({ strong, weak }: Nonces): Record<string, string> {
  return { STRONG: strong, WEAK: weak };
}

function filled(text: string, words: Readonly<Record<string, string>>): string {
  return text.replaceAll(/@([A-Z0-9_]+)@/g, (all, name: string) => words[name] ?? all);
}

/** A word for zsh. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

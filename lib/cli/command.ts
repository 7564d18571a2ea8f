/**
 * The shape of a subcommand and of what it may touch. A subcommand is one file in `commands/`
 * that exports `command`; nothing else has to be told about it. Knows no command by name.
 */
import type { Config } from "../config/schema.ts";
import type { FlagValues } from "../config/resolve.ts";

/** One flag of a command. Without a placeholder it is a switch. */
export interface FlagSpec {
  readonly name: string;
  readonly placeholder?: string;
  readonly summary: string;
}

/** What only `main.ts` can build, handed to the commands that need it. */
export interface Host {
  /** Serves until told to stop; gives the exit code. */
  serve(config: Config): Promise<number>;
}

/** The outside world as commands see it, replaced in tests. */
export interface Terminal {
  out(text: string): void;
  err(text: string): void;
  env(name: string): string | undefined;
  /** Folder that relative paths start from. */
  readonly cwd: string;
}

/** One call of a command. */
export interface Invocation {
  readonly flags: FlagValues;
  readonly args: readonly string[];
  readonly host: Host;
  readonly terminal: Terminal;
}

/** A subcommand. `demo-agent` lives in `commands/demo_agent.ts`. */
export interface Command {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** What follows the name, such as `[flags]`. */
  readonly usage: string;
  readonly flags: readonly FlagSpec[];
  /** How many plain words it takes; 0 by default. */
  readonly maxArgs?: number;
  /** True if it reads its own flags: it then gets every word behind its name as `args`. */
  readonly ownParsing?: boolean;
  /** Its help, where that is more than a table of flags. */
  help?(): Promise<string>;
  run(invocation: Invocation): Promise<number> | number;
}

/** Exit codes that every command keeps to. */
export const EXIT = { ok: 0, failed: 1, usage: 2 } as const;

/** Signature of {@link Terminal.out}, for functions that only print. */
export type Print = (text: string) => void;

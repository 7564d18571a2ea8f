/**
 * The shape of a command below `pilothouse events`, and what it is called with. A command is one file
 * with a row in the table of `commands/events.ts`. Knows no command by name.
 */
import type { Config } from "../../config/schema.ts";
import type { FlagSpec, Terminal } from "../command.ts";
import { settingFlags } from "../setting_flags.ts";
import { EVENTS_EXIT, exitFor } from "./exit_codes.ts";

/** A command such as `events send`. */
export interface EventsCommand {
  readonly name: string;
  readonly summary: string;
  readonly usage: string;
  readonly flags: readonly FlagSpec[];
  readonly maxArgs: number;
  /** More lines for its help. */
  readonly notes?: readonly string[];
  run(call: EventsCall): Promise<number>;
}

/** One call. */
export interface EventsCall {
  readonly flags: Readonly<Record<string, string | true>>;
  readonly args: readonly string[];
  readonly terminal: Terminal;
  readonly config: Config;
  readonly now: () => number;
}

/** Flags that all of them have. */
export const COMMON_FLAGS: readonly FlagSpec[] = [
  { name: "json", summary: "Print JSON" },
  ...settingFlags(["home", "codex-home"]),
];

/** Flags of those that can ask a server elsewhere. */
export const SERVER_FLAGS: readonly FlagSpec[] = [
  {
    name: "server",
    placeholder: "<url>",
    summary: "Ask this server, and write no file; else the one that serves the thread here",
  },
  {
    name: "token",
    placeholder: "<token>",
    summary: "Instead of the thread's own token (PILOTHOUSE_EVENT_TOKEN)",
  },
];

export const THREAD_FLAG: FlagSpec = {
  name: "thread",
  placeholder: "<id>",
  summary: "The thread that it is about",
};

/** The value of a flag that takes one. */
export function textFlag({ flags }: Pick<EventsCall, "flags">, name: string): string | undefined {
  const value = flags[name];
  return typeof value === "string" ? value : undefined;
}

/** A failure with its exit code: what was wrong, in one line. */
export interface Failure {
  readonly ok: false;
  readonly code: string;
  readonly message: string;
}

export function failure(code: string, message: string): Failure {
  return { ok: false, code, message };
}

/** Prints a result: JSON for scripts, a text for people. */
export function tell({ flags, terminal }: EventsCall, value: unknown, text: () => string): void {
  terminal.out(flags["json"] ? `${JSON.stringify(value)}\n` : text());
}

/** Prints a failure and gives its exit code. */
export function fail(call: EventsCall, problem: Failure, exit = exitFor(problem.code)): number {
  if (call.flags["json"]) call.terminal.out(`${JSON.stringify(problem)}\n`);
  call.terminal.err(`pilothouse: ${oneLine(problem.message)}\n`);
  return exit;
}

/** Wrong flags: one line that says what was wrong. */
export function misused(call: EventsCall, message: string): number {
  return fail(call, failure("usage", message), EVENTS_EXIT.usage);
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

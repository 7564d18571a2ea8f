/**
 * Help as text: the overview and one command's page. Pure.
 */
import type { Command } from "./command.ts";

/** The list of all commands. */
export function overview(commands: readonly Command[]): string {
  return [
    "pilothouse: a page for coding agents, with a shared shell and ears",
    "",
    "usage: pilothouse [command] [flags]      without a command: serve",
    "",
    "commands:",
    ...table(commands.map((c) => [c.name, c.summary])),
    "",
    "`pilothouse help <command>` tells more about one.",
    "",
  ].join("\n");
}

/** One command's page. */
export function commandHelp(
  command: Command,
  program = `pilothouse ${command.name}`,
): string {
  const rows = command.flags.map((flag): [string, string] => [
    flag.placeholder === undefined ? `--${flag.name}` : `--${flag.name} ${flag.placeholder}`,
    flag.summary,
  ]);
  return [
    command.summary,
    "",
    `usage: ${program} ${command.usage}`.trimEnd(),
    "",
    "flags:",
    ...table([...rows, ["--help", "Show this help"]]),
    "",
  ].join("\n");
}

function table(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, text]) => `  ${name.padEnd(width)}  ${text}`);
}

/**
 * Help as text: the overview and one command's page. Pure.
 */
import type { Command, FlagSpec } from "./command.ts";

const COMMON: readonly FlagSpec[] = [
  { name: "help", summary: "Show this help" },
  { name: "version", summary: "Show the version" },
];

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
  const flags = [...command.flags, ...COMMON.filter((c) => c.name === "help")];
  const rows = flags.map((f): [string, string] => [
    f.placeholder === undefined ? `--${f.name}` : `--${f.name} ${f.placeholder}`,
    f.summary,
  ]);
  return [
    command.summary,
    "",
    `usage: ${program} ${command.usage}`.trimEnd(),
    "",
    "flags:",
    ...table(rows),
    "",
  ].join("\n");
}

function table(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, text]) => `  ${name.padEnd(width)}  ${text}`);
}

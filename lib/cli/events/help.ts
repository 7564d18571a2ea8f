/** Help of `pilothouse events` as text. Pure. */
import { commandHelp } from "../help_text.ts";
import { COMMON_FLAGS, type EventsCommand } from "./events_command.ts";
import { EXIT_MEANINGS } from "./exit_codes.ts";

/** The list of its commands, and the exit codes. */
export function eventsOverview(commands: readonly EventsCommand[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  return [
    "Send events into a thread, and prove what became of them",
    "",
    "usage: pilothouse events <command> [flags]",
    "",
    "commands:",
    ...commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
    "",
    "exit codes:",
    ...EXIT_MEANINGS.map(([code, meaning]) => `  ${code}  ${meaning}`),
    "",
    "`pilothouse events <command> --help` tells more about one.",
    "",
  ].join("\n");
}

/** One command's page. */
export function eventsCommandHelp(command: EventsCommand): string {
  const { name, summary, usage, flags, notes = [] } = command;
  const page = commandHelp(
    { name, summary, usage, flags: [...flags, ...COMMON_FLAGS], run: () => 0 },
    `pilothouse events ${name}`,
  );
  return notes.length === 0 ? page : `${page}\n${notes.join("\n")}\n`;
}

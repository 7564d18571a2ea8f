/**
 * Entry of the command line: picks the subcommand, reads its flags, runs it, gives the exit code.
 * Knows no command except the default; commands are found by {@link loadCommand}.
 */
import { didYouMean } from "../config/nearest.ts";
import { type Command, EXIT, type Host, type Terminal } from "./command.ts";
import { commandNames, loadCommand } from "./discover.ts";
import { commandHelp } from "./help_text.ts";
import { parseFlags } from "./parse_flags.ts";
import { denoTerminal } from "./terminal.ts";

const DEFAULT_COMMAND = "serve";

/** Runs the command line `args`; resolves to the process's exit code. */
export async function runCli(
  args: readonly string[],
  host: Host,
  terminal: Terminal = denoTerminal(),
): Promise<number> {
  const [first, ...others] = args;
  const named = first !== undefined && !first.startsWith("-");
  if (!named && (first === "--help" || first === "-h")) return runCli(["help"], host, terminal);
  const name = named ? first : DEFAULT_COMMAND;
  const words = named ? others : args;

  const command = await loadCommand(name);
  if (!command) {
    return usageError(terminal, `unknown command "${name}"${didYouMean(name, commandNames())}`);
  }
  return await runCommand(command, words, host, terminal);
}

async function runCommand(
  command: Command,
  words: readonly string[],
  host: Host,
  terminal: Terminal,
): Promise<number> {
  if (command.ownParsing) {
    return await command.run({ flags: {}, args: words, host, terminal });
  }
  if (asksFor(words, "--help", "-h")) {
    terminal.out(commandHelp(command));
    return EXIT.ok;
  }
  if (asksFor(words, "--version")) return runCli(["version"], host, terminal);
  const parsed = parseFlags(words, command.flags);
  if (!parsed.ok) return usageError(terminal, parsed.message);
  const surplus = parsed.args[command.maxArgs ?? 0];
  if (surplus !== undefined) {
    return usageError(terminal, `unexpected word "${surplus}" after "${command.name}"`);
  }
  return await command.run({
    flags: parsed.flags,
    args: parsed.args,
    host,
    terminal,
  });
}

/** True if one of `names` stands among the flags. */
export function asksFor(words: readonly string[], ...names: string[]): boolean {
  const end = words.indexOf("--");
  return (end < 0 ? words : words.slice(0, end)).some((word) => names.includes(word));
}

function usageError(terminal: Terminal, message: string): number {
  terminal.err(`pilothouse: ${message}\n`);
  return EXIT.usage;
}

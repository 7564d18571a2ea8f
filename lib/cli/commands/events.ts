/**
 * `pilothouse events …`: events from outside, from the command line. Reads the name of the command
 * below it, its flags and the configuration; what each does is in `lib/cli/events/`.
 */
import { didYouMean } from "../../config/nearest.ts";
import { type Command, EXIT, type Terminal } from "../command.ts";
import { COMMON_FLAGS, type EventsCommand, fail, failure } from "../events/events_command.ts";
import { EVENTS_EXIT } from "../events/exit_codes.ts";
import { eventsCommandHelp, eventsOverview } from "../events/help.ts";
import { loadConfig } from "../load_config.ts";
import { parseFlags } from "../parse_flags.ts";
import { asksFor } from "../run.ts";

type Load = () => Promise<{ readonly command: EventsCommand }>;

/** Loaded when they are named: a script that sends an event waits for nothing else. */
const COMMANDS: ReadonlyMap<string, Load> = new Map<string, Load>([
  ["send", () => import("../events/send.ts")],
  ["list", () => import("../events/list.ts")],
  ["show", () => import("../events/show.ts")],
  ["tail", () => import("../events/tail.ts")],
  ["ack", () => import("../events/ack.ts")],
  ["inbox-path", () => import("../events/inbox_path.ts")],
  ["run", () => import("../events/run.ts")],
  ["token", () => import("../events/token.ts")],
  ["preview", () => import("../events/preview.ts")],
]);

export const command: Command = {
  name: "events",
  summary: "Send events into a thread, and prove what became of them",
  usage: `${[...COMMANDS.keys()].join("|")} [flags]`,
  flags: [],
  ownParsing: true,
  help: async () => eventsOverview(await loadAll()),
  async run({ args, terminal }) {
    const [name, ...words] = args;
    if (name === undefined || name.startsWith("-")) {
      if (name !== undefined && name !== "--help" && name !== "-h") {
        return misusedName(terminal, `"${name}" is no command of events`, name);
      }
      terminal.out(eventsOverview(await loadAll()));
      return name === undefined ? EXIT.usage : EXIT.ok;
    }
    const load = COMMANDS.get(name);
    if (load === undefined) {
      return misusedName(terminal, `unknown command "events ${name}"`, name);
    }
    return await runCommand((await load()).command, words, terminal);
  },
};

async function runCommand(
  command: EventsCommand,
  words: readonly string[],
  terminal: Terminal,
): Promise<number> {
  if (asksFor(words, "--help", "-h")) {
    terminal.out(eventsCommandHelp(command));
    return EXIT.ok;
  }
  const parsed = parseFlags(words, [...command.flags, ...COMMON_FLAGS]);
  if (!parsed.ok) {
    terminal.err(`pilothouse: ${parsed.message}\n`);
    return EXIT.usage;
  }
  const { flags, args } = parsed;
  const surplus = args[command.maxArgs];
  if (surplus !== undefined) {
    terminal.err(`pilothouse: unexpected word "${surplus}" after "events ${command.name}"\n`);
    return EXIT.usage;
  }
  const loaded = loadConfig(flags, terminal);
  if (!loaded) return EXIT.usage;
  const call = { flags, args, terminal, config: loaded.config, now: () => Date.now() };
  try {
    return await command.run(call);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return fail(call, failure("failed", message), EVENTS_EXIT.failed);
  }
}

async function loadAll(): Promise<EventsCommand[]> {
  return await Promise.all([...COMMANDS.values()].map(async (load) => (await load()).command));
}

function misusedName(terminal: Terminal, message: string, name: string): number {
  terminal.err(`pilothouse: ${message}${didYouMean(name, [...COMMANDS.keys()])}\n`);
  return EXIT.usage;
}

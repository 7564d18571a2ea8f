/** `pilothouse help [command]`: the overview, or one command's page. */
import { didYouMean } from "../../config/nearest.ts";
import { type Command, EXIT } from "../command.ts";
import { commandNames, loadCommand, loadCommands } from "../discover.ts";
import { commandHelp, overview } from "../help_text.ts";

export const command: Command = {
  name: "help",
  summary: "Show what there is, or one command in detail",
  usage: "[command]",
  flags: [],
  maxArgs: 1,
  async run({ args, terminal }) {
    const [name] = args;
    if (name === undefined) {
      terminal.out(overview(await loadCommands()));
      return EXIT.ok;
    }
    const found = await loadCommand(name);
    if (!found) {
      terminal.err(
        `pilothouse: unknown command "${name}"${didYouMean(name, commandNames())}\n`,
      );
      return EXIT.usage;
    }
    terminal.out(await found.help?.() ?? commandHelp(found));
    return EXIT.ok;
  },
};

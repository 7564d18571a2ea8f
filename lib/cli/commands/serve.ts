/** `pilothouse serve`: resolves the configuration and hands it to the host. */
import { type Command, EXIT } from "../command.ts";
import { loadConfig } from "../load_config.ts";
import { settingFlags } from "../setting_flags.ts";

export const command: Command = {
  name: "serve",
  summary: "Serve the page on this machine (the default)",
  usage: "[flags]",
  flags: settingFlags(),
  async run({ flags, host, terminal }) {
    const loaded = loadConfig(flags, terminal);
    return loaded ? await host.serve(loaded.config) : EXIT.usage;
  },
};

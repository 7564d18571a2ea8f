/** `pilothouse config`: prints the effective settings with where each came from. */
import { formatReport, reportConfig } from "../../config/report.ts";
import { type Command, EXIT } from "../command.ts";
import { loadConfig } from "../load_config.ts";
import { settingFlags } from "../setting_flags.ts";

export const command: Command = {
  name: "config",
  summary: "Print the effective settings and where each came from",
  usage: "[flags]",
  flags: [...settingFlags(), { name: "json", summary: "Print JSON" }],
  run({ flags, terminal }) {
    const loaded = loadConfig(flags, terminal);
    if (!loaded) return EXIT.usage;
    const lines = reportConfig(loaded.config, loaded.origins);
    if (flags["json"]) {
      const entries = lines.map(({ key, ...line }) => [key, line]);
      terminal.out(`${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`);
    } else {
      terminal.out(formatReport(lines));
    }
    return EXIT.ok;
  },
};

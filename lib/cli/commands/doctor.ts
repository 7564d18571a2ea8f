/** `pilothouse doctor`: looks whether everything that Pilothouse needs is there, and what to do. */
import { type Command, EXIT } from "../command.ts";
import { loadConfig } from "../load_config.ts";
import { settingFlags } from "../setting_flags.ts";

export const command: Command = {
  name: "doctor",
  summary: "Check what Pilothouse needs on this machine, and say what to do",
  usage: "[flags]",
  flags: [
    ...settingFlags(["home", "codex-home", "port", "cwd", "app-server"]),
    { name: "json", summary: "Print JSON" },
  ],
  async run({ flags, terminal }) {
    const loaded = loadConfig(flags, terminal);
    if (!loaded) return EXIT.usage;
    const { examine, reportText } = await import("../../doctor/examine.ts");
    const { thisMachine } = await import("../machine.ts");
    const found = await examine(thisMachine(loaded.config, terminal));
    const ok = found.every(({ verdict }) => verdict !== "fail");
    const json = () => `${JSON.stringify({ ok, checks: found }, null, 2)}\n`;
    terminal.out(flags["json"] ? json() : reportText(found));
    return ok ? EXIT.ok : EXIT.failed;
  },
};

/** `pilothouse version`: the program's version and the Deno that runs it. */
import manifest from "../../../deno.json" with { type: "json" };
import { type Command, EXIT } from "../command.ts";

export const command: Command = {
  name: "version",
  summary: "Print the version",
  usage: "[--json]",
  flags: [{ name: "json", summary: "Print JSON" }],
  run({ flags, terminal }) {
    const versions = { pilothouse: manifest.version, deno: Deno.version.deno };
    terminal.out(
      flags["json"]
        ? `${JSON.stringify(versions)}\n`
        : `pilothouse ${versions.pilothouse} (deno ${versions.deno})\n`,
    );
    return EXIT.ok;
  },
};

/** `pilothouse hooks add|list|remove`: the addresses that other services may call. */
import { type Command, EXIT, type Invocation } from "../command.ts";
import { loadConfig } from "../load_config.ts";
import { settingFlags } from "../setting_flags.ts";

export const command: Command = {
  name: "hooks",
  summary: "Let GitHub, GitLab, Buildkite, Alertmanager, Sentry and others post events",
  usage: "add <name> --kind <kind> --thread <id> | list | remove <name>  [flags]",
  flags: [
    {
      name: "kind",
      placeholder: "<kind>",
      summary: "github, gitlab, buildkite, alertmanager, sentry or standard",
    },
    { name: "thread", placeholder: "<id>", summary: "The thread that gets the events" },
    {
      name: "secret-file",
      placeholder: "<file>",
      summary: "File with the sender's secret; without it one is made and shown once",
    },
    { name: "source", placeholder: "<name>", summary: "Name of the source; else the kind" },
    {
      name: "types",
      placeholder: "<globs>",
      summary: 'Only these types, such as "github.workflow_run.*,github.check_run.*"',
    },
    {
      name: "max-mode",
      placeholder: "<mode>",
      summary: "The most that its events may do; else queue_for_next_turn",
    },
    { name: "rate", placeholder: "<number>", summary: "Deliveries per minute; else 120" },
    ...settingFlags(["home", "port"]),
    { name: "json", summary: "Print JSON" },
  ],
  maxArgs: 2,
  async run(invocation) {
    const loaded = loadConfig(invocation.flags, invocation.terminal);
    if (!loaded) return EXIT.usage;
    const { home, port } = loaded.config;
    const { hookDesk } = await import("../../webhooks/desk.ts");
    return await act(invocation, hookDesk(home, `http://127.0.0.1:${port}`));
  },
};

type Desk = ReturnType<typeof import("../../webhooks/desk.ts").hookDesk>;

async function act({ flags, args, terminal }: Invocation, desk: Desk): Promise<number> {
  const [action = "list", name] = args;
  const result = action === "add"
    ? await desk.add(name, flags, await secretOf(flags["secret-file"]))
    : action === "remove"
    ? await desk.remove(name)
    : action === "list" && name === undefined
    ? await desk.list()
    : { ok: false as const, problem: `unknown action "${action}": add, list or remove` };
  if (!result.ok) {
    terminal.err(`pilothouse: ${result.problem}\n`);
    return EXIT.usage;
  }
  terminal.out(flags["json"] ? `${JSON.stringify(result.value, null, 2)}\n` : result.text);
  return EXIT.ok;
}

/** Not as a flag: command lines are seen by every user of the machine. */
async function secretOf(path: string | true | undefined): Promise<string | undefined> {
  return typeof path === "string" ? (await Deno.readTextFile(path)).trim() : undefined;
}

/** `pilothouse adapter nats|redis`: takes events from a broker and brings them to a door. */
import { type Command, EXIT, type Invocation } from "../command.ts";
import { loadConfig } from "../load_config.ts";
import { settingFlags } from "../setting_flags.ts";

const URL_VARIABLE = "PILOTHOUSE_BROKER_URL";
const DEFAULT_URLS: Readonly<Record<string, string>> = {
  nats: "nats://127.0.0.1:4222",
  redis: "redis://127.0.0.1:6379",
};

export const command: Command = {
  name: "adapter",
  summary: "Bring events from NATS JetStream or a Redis stream to a thread",
  usage: "nats|redis --stream <name> [flags]",
  flags: [
    {
      name: "url",
      placeholder: "<address>",
      summary: `The broker; with a password in it use the variable ${URL_VARIABLE} instead`,
    },
    { name: "stream", placeholder: "<name>", summary: "The stream; Redis: keys, commas between" },
    { name: "subjects", placeholder: "<subjects>", summary: "NATS: only these, commas between" },
    { name: "durable", placeholder: "<name>", summary: "NATS: the consumer; else pilothouse" },
    { name: "credentials-file", placeholder: "<file>", summary: "NATS: a .creds file" },
    { name: "group", placeholder: "<name>", summary: "Redis: the group; else pilothouse" },
    {
      name: "consumer",
      placeholder: "<name>",
      summary: "Redis: its name there; else this machine",
    },
    {
      name: "ack-wait",
      placeholder: "<seconds>",
      summary: "What was given and not settled for so long is given again; else 30",
    },
    { name: "door", placeholder: "<address>", summary: "Where Pilothouse listens; else here" },
    { name: "token-file", placeholder: "<file>", summary: "Its token; else one is made" },
    {
      name: "metrics-port",
      placeholder: "<number>",
      summary: "Counters on 127.0.0.1, for Prometheus",
    },
    ...settingFlags(["home", "port"]),
  ],
  maxArgs: 1,
  async run({ flags, args, terminal }) {
    const loaded = loadConfig(flags, terminal);
    if (!loaded) return EXIT.usage;
    if (Deno.build.standalone) {
      terminal.err("pilothouse: adapters fetch their client: run them from the program's folder\n");
      return EXIT.failed;
    }
    const { home, port } = loaded.config;
    const { adapterOptions } = await import("../../adapters/options.ts");
    const { adapterToken, runAdapter } = await import("../adapter_process.ts");
    const { thisProgram } = await import("../launcher/program.ts");
    const checked = adapterOptions.safeParse(wishOf(flags, args, terminal, port));
    if (!checked.success) {
      const issue = checked.error.issues[0];
      const flag = FLAG_OF[String(issue?.path[0])] ?? "say nats or redis";
      terminal.err(`pilothouse: ${flag}: ${issue?.message ?? "is not valid"}\n`);
      return EXIT.usage;
    }
    const { kind, token_file } = checked.data;
    const token = token_file || await adapterToken(home, kind, Date.now());
    return await runAdapter(
      { ...checked.data, token_file: token },
      thisProgram(terminal.env),
      terminal.env,
    );
  },
};

const FLAG_OF: Readonly<Record<string, string>> = {
  stream: "--stream",
  streams: "--stream",
  durable: "--durable",
  group: "--group",
  consumer: "--consumer",
  ack_wait_s: "--ack-wait",
  metrics_port: "--metrics-port",
};

function wishOf(
  flags: Invocation["flags"],
  [kind = ""]: readonly string[],
  terminal: Invocation["terminal"],
  port: number,
): unknown {
  const text = (name: string) => typeof flags[name] === "string" ? flags[name] : undefined;
  const listed = (name: string) =>
    (text(name) ?? "").split(",").map((word) => word.trim()).filter((word) => word !== "");
  return {
    kind,
    url: text("url") ?? terminal.env(URL_VARIABLE) ?? DEFAULT_URLS[kind],
    door: (text("door") ?? `http://127.0.0.1:${port}`).replace(/\/$/, ""),
    token_file: text("token-file") ?? "",
    metrics_port: text("metrics-port") === undefined ? null : Number(text("metrics-port")),
    ack_wait_s: Number(text("ack-wait") ?? 30),
    stream: text("stream"),
    subjects: listed("subjects"),
    durable: text("durable") ?? "pilothouse",
    credentials_file: text("credentials-file") ?? null,
    streams: listed("stream"),
    group: text("group") ?? "pilothouse",
    consumer: text("consumer") ?? `pilothouse-${terminal.env("HOSTNAME") ?? "1"}`,
  };
}

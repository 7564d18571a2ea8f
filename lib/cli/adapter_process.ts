/**
 * The process of an adapter as the command line starts it: what it may touch, the token that it shows
 * at the door, and the configuration with its own lock file. The brokers' clients are in no other
 * lock file, so that nobody downloads them who has no broker.
 */
import { join } from "@std/path";
import type { AdapterOptions } from "../adapters/options.ts";
import { OPTIONS_VARIABLE } from "../adapters/options.ts";
import { ScopedTokens } from "../events/event_tokens.ts";
import { tokensFile } from "../events/start.ts";
import { type Program, realPath } from "./launcher/program.ts";

/** What Deno needs to find its cache, and what tests find processes by. */
const KEPT = [
  ...["HOME", "DENO_DIR", "XDG_CACHE_HOME", "PATH", "LANG", "TZ", "NO_COLOR"],
  ...["PILOTHOUSE_TEST_RUN", "PILOTHOUSE_TEST_SUITE"],
  ...["SSL_CERT_FILE", "DENO_CERT", "DENO_TLS_CA_STORE", "NPM_CONFIG_REGISTRY"],
];
/** Variables that the clients look at; all others look unset to them. */
const READ = [OPTIONS_VARIABLE, "NODE_*", "NO_COLOR", "REDIS_*", "OTEL_*", "NATS_*"];

/** Runs the adapter to its end; gives the exit code. */
export async function runAdapter(
  options: AdapterOptions,
  program: Program,
  env: (name: string) => string | undefined,
): Promise<number> {
  const kept = KEPT.map((name) => [name, env(name)]).filter(([, value]) => value !== undefined);
  const child = new Deno.Command(program.deno, {
    args: adapterArgs(options, program),
    env: { ...Object.fromEntries(kept), [OPTIONS_VARIABLE]: JSON.stringify(options) },
    clearEnv: true,
    cwd: program.folder,
    // Held open while we live: its end tells the adapter that we are gone.
    stdin: "piped",
  }).spawn();
  const pass = (signal: Deno.Signal) => () => {
    try {
      child.kill(signal);
    } catch {
      // It has ended by itself.
    }
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    Deno.addSignalListener(signal, pass(signal));
  }
  return (await child.status).code;
}

/** The command line of the adapter's process. */
export function adapterArgs(options: AdapterOptions, program: Program): string[] {
  const metrics = options.metrics_port === null ? [] : [`127.0.0.1:${options.metrics_port}`];
  const net = [...hostsOf(options.url), ...hostsOf(options.door), ...metrics];
  const files = [options.token_file];
  if (options.kind === "nats" && options.credentials_file !== null) {
    files.push(options.credentials_file);
  }
  return [
    ...["run", "--quiet", "--no-prompt"],
    ...["--config", join(program.folder, "lib/adapters/process.json")],
    `--allow-net=${net.join(",")}`,
    `--allow-read=${[...files, ...files.map(realPath), program.folder].join(",")}`,
    ...[`--allow-env=${READ.join(",")}`, "--ignore-env"],
    join(program.folder, "lib/adapters/main.ts"),
  ];
}

/** The file with the token of an adapter of this machine; made at its first start. */
export async function adapterToken(home: string, kind: string, nowMs: number): Promise<string> {
  const folder = join(home, "adapters");
  const path = join(folder, `${kind}.token`);
  await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
  const tokens = new ScopedTokens(tokensFile(home), () => nowMs);
  const known = await Deno.readTextFile(path).catch(() => null);
  if (known !== null && await tokens.find(known.trim()) !== null) return path;
  const { token } = await tokens.create({
    name: `adapter ${kind}`,
    ...{ origin: "queue", source: null, threads: [], types: [], expires_unix_ms: null },
    ...{ max_mode: "queue_for_next_turn", rate_per_minute: null },
  });
  await Deno.writeTextFile(path, `${token}\n`, { mode: 0o600 });
  await Deno.chmod(path, 0o600);
  return path;
}

/** The `host:port` of one or several addresses, as Deno's flag takes them. */
export function hostsOf(urls: string): string[] {
  return urls.split(",").map((text) => {
    const { hostname, port, protocol } = new URL(text.includes("://") ? text : `nats://${text}`);
    return `${hostname}:${port || DEFAULT_PORTS[protocol] || "443"}`;
  });
}

const DEFAULT_PORTS: Readonly<Record<string, string>> = {
  "nats:": "4222",
  "tls:": "4222",
  "redis:": "6379",
  "rediss:": "6379",
  "http:": "80",
};

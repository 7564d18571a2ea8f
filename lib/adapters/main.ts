/**
 * The process of one adapter: reads what it was told, opens broker and door, pumps until it is told
 * to stop or whoever started it is gone. The only file that knows which brokers there are; each is
 * loaded only when it is wanted.
 */
import { METRICS_TYPE } from "../metrics/text.ts";
import type { Broker } from "./broker.ts";
import { Counters } from "./counters.ts";
import { Door } from "./door.ts";
import { type AdapterOptions, adapterOptions, OPTIONS_VARIABLE } from "./options.ts";
import { Pump } from "./pump.ts";

const CLOSING_MS = 3_000;

async function openBroker(options: AdapterOptions): Promise<Broker> {
  if (options.kind === "nats") {
    const { NatsBroker } = await import("./brokers/nats.ts");
    return await NatsBroker.open(options);
  }
  const { RedisBroker } = await import("./brokers/redis.ts");
  return RedisBroker.open(options);
}

async function run(options: AdapterOptions): Promise<void> {
  const counters = new Counters();
  const stopped = new AbortController();
  const stop = () => stopped.abort();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    Deno.addSignalListener(signal, stop);
  }
  void starterGone().then(stop);
  const metrics = options.metrics_port === null
    ? null
    : serveCounters(options.metrics_port, counters);
  const token = (await Deno.readTextFile(options.token_file)).trim();
  const broker = await openBroker(options);
  const door = new Door({ url: options.door, token });
  say(`${options.kind} to ${options.door}`);
  await new Pump({ broker, door, counters, report: say, pause }).run(stopped.signal);
  await Promise.race([broker.close(), pause(CLOSING_MS, new AbortController().signal)]);
  await metrics?.shutdown();
  say(`ended: ${JSON.stringify(counters.all)}`);
}

function serveCounters(port: number, counters: Counters): Deno.HttpServer<Deno.NetAddr> {
  const onListen = ({ port }: Deno.NetAddr) => say(`counters on http://127.0.0.1:${port}/metrics`);
  return Deno.serve({ hostname: "127.0.0.1", port, onListen }, ({ url }) => {
    if (new URL(url).pathname !== "/metrics") return new Response(null, { status: 404 });
    return new Response(counters.text, { headers: { "content-type": METRICS_TYPE } });
  });
}

/** Our stdin is a pipe that whoever started us holds open; its end is theirs, by whatever death. */
async function starterGone(): Promise<void> {
  const buffer = new Uint8Array(64);
  while (await Deno.stdin.read(buffer).catch(() => null) !== null);
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", done, { once: true });
    function done() {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    }
  });
}

function say(line: string): void {
  Deno.stderr.writeSync(new TextEncoder().encode(`pilothouse adapter: ${line}\n`));
}

if (import.meta.main) {
  const told = Deno.env.get(OPTIONS_VARIABLE);
  if (told === undefined) {
    say("start it by `pilothouse adapter nats|redis`");
    Deno.exit(2);
  }
  run(adapterOptions.parse(JSON.parse(told))).then(() => Deno.exit(0), (error) => {
    say(error instanceof Error ? error.message : String(error));
    Deno.exit(1);
  });
}

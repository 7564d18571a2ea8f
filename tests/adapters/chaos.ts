// Events through a broker while every part is killed: the service, the adapter and the broker, each
// several times and in a random order. Gives what the ledgers hold afterwards.

import { fromFileUrl, join } from "@std/path";
import { type Restartable } from "../harness/brokers.ts";
import { ProcessTree } from "../harness/process_tree.ts";
import { freePort, type Service, waitFor, withService } from "../harness/service.ts";

const PROGRAM = fromFileUrl(new URL("../../main.ts", import.meta.url));

export interface Homes {
  readonly root: string;
  readonly home: string;
  readonly codexHome: string;
  readonly cwd: string;
}

export async function makeHomes(): Promise<Homes> {
  const root = await Deno.makeTempDir({ prefix: "ph-adapter-" });
  const [home, codexHome, cwd] = ["home", "codex", "work"].map((name) => join(root, name));
  return { root, home: home!, codexHome: codexHome!, cwd: cwd! };
}

/** The service on one port, for as long as nobody kills it. */
export class KeptService implements Restartable {
  readonly name = "pilothouse";
  readonly port = freePort();
  readonly #homes: Homes;
  #running: Promise<void> | null = null;
  #service: Service | null = null;
  #end = Promise.withResolvers<"SIGKILL" | "SIGTERM">();

  constructor(homes: Homes) {
    this.#homes = homes;
  }

  get now(): Service {
    if (this.#service === null) throw new Error("the service is not there just now");
    return this.#service;
  }

  async start(): Promise<void> {
    this.#end = Promise.withResolvers();
    const started = Promise.withResolvers<void>();
    const { home, codexHome, cwd } = this.#homes;
    this.#running = withService({ home, codexHome, cwd, port: this.port }, async (service) => {
      this.#service = service;
      started.resolve();
      if (await this.#end.promise === "SIGKILL") await service.end("SIGKILL", service.pids.server);
    });
    this.#running.catch(started.reject);
    await started.promise;
  }

  async kill(signal: "SIGKILL" | "SIGTERM" = "SIGKILL"): Promise<void> {
    this.#end.resolve(signal);
    await this.#running;
    this.#service = null;
  }
}

/** `pilothouse adapter …` as a person starts it. */
export class KeptAdapter implements Restartable {
  readonly name = "adapter";
  readonly #args: readonly string[];
  #tree: ProcessTree | null = null;
  said = "";

  constructor(args: readonly string[]) {
    this.#args = args;
  }

  async start(): Promise<void> {
    const command = [Deno.execPath(), "run", "-A", "--no-lock", PROGRAM, "adapter", ...this.#args];
    const tree = new ProcessTree({ command });
    this.#tree = tree;
    await waitFor(() => {
      if (tree.status !== undefined) throw new Error(`the adapter ended: ${tree.stderr}`);
      return tree.stderr.includes(" to http://");
    }, { timeoutMs: 60_000, what: "the adapter to start" });
  }

  async kill(signal: "SIGKILL" | "SIGTERM" = "SIGKILL"): Promise<void> {
    await this.#tree?.stop(signal);
    this.said += this.#tree?.stderr ?? "";
    this.#tree = null;
  }
}

/** Ends what runs, whatever became of the others. */
export async function endAll(
  parts: readonly { kill(signal?: "SIGTERM"): Promise<void> }[],
  { root }: Homes,
): Promise<void> {
  const ends: PromiseSettledResult<void>[] = [];
  for (const part of parts) ends.push(...await Promise.allSettled([part.kill("SIGTERM")]));
  await Deno.remove(root, { recursive: true });
  const failed = ends.find((end) => end.status === "rejected");
  if (failed !== undefined) throw failed.reason;
}

/** A conversation of the service with a thread, at rest. */
export async function newThread(service: Service): Promise<{ id: string; thread: string }> {
  const { id } = await post(service, "conversations", { label: "adapter" });
  const { thread_id } = await post(service, "message", { conversation_id: id, text: "hello" });
  await waitFor(async () => {
    const response = await service.fetch(`/api/appserver/transcript/range?conversation_id=${id}`);
    const { entries } = await response.json();
    return entries.some(({ role }: { role: string }) => role === "status");
  }, { timeoutMs: 30_000, everyMs: 100, what: "the first turn to end" });
  return { id, thread: String(thread_id) };
}

export async function post(service: Service, path: string, body: unknown) {
  const response = await service.fetch(`/api/appserver/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return await response.json();
}

/**
 * Kills and restarts each part `times` times, in a random order and at random places of a run of
 * `count` steps. The steps go on meanwhile; only the next kill waits for the last one's restart.
 */
export class Killer {
  readonly killed: string[] = [];
  readonly #plan: { readonly step: number; readonly part: Restartable }[];
  #restarting: Promise<void> = Promise.resolve();

  constructor(parts: readonly Restartable[], times: number, count: number) {
    const order = parts.flatMap((part) => Array.from({ length: times }, () => part))
      .map((part) => ({ part, at: Math.random() })).sort((a, b) => a.at - b.at);
    const stretch = count / (order.length + 1);
    this.#plan = order.map(({ part }, at) => ({
      part,
      step: Math.floor(stretch * (at + 0.5 + Math.random() / 2)),
    }));
  }

  async reached(step: number): Promise<void> {
    const next = this.#plan[0];
    if (next === undefined || step < next.step) return;
    this.#plan.shift();
    await this.#restarting;
    this.killed.push(next.part.name);
    this.#restarting = next.part.kill().then(() => next.part.start());
  }

  async done(): Promise<void> {
    await this.#restarting;
  }
}

/** What a thread's ledger on disk says: each event's id, with how often it came and its last state. */
export async function ledgerOf(codexHome: string, thread: string): Promise<Map<string, Kept>> {
  const path = join(codexHome, "sessions", thread, "external_events.log.jsonl");
  const kept = new Map<string, Kept>();
  const bySeq = new Map<number, string>();
  for (const line of (await Deno.readTextFile(path)).split("\n")) {
    if (line === "") continue;
    const { kind, seq, progress, event } = JSON.parse(line);
    if (kind === "event") {
      const known = kept.get(event.event_id);
      bySeq.set(seq, event.event_id);
      kept.set(event.event_id, { times: (known?.times ?? 0) + 1, state: progress.state });
    } else if (kind === "state") {
      const id = bySeq.get(seq)!;
      kept.set(id, { ...kept.get(id)!, state: progress.state });
    }
  }
  return kept;
}

export interface Kept {
  readonly times: number;
  readonly state: string;
}

/** The rows of events in a conversation: the row's id and the event's. */
export async function rowsOf(home: string, conversation: string): Promise<Map<string, string>> {
  const path = join(home, "conversations", conversation, "transcript.jsonl");
  const rows = new Map<string, string>();
  for (const line of (await Deno.readTextFile(path)).split("\n")) {
    if (!line.includes('"external_event"')) continue;
    const { id, role, event_id } = JSON.parse(line);
    if (role === "external_event") rows.set(id, event_id);
  }
  return rows;
}

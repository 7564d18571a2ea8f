// All of events but the app-server and the web server: a service with its doors on temporary folders,
// an agent in memory, and a way to ask each door for its verdict.

import { join } from "node:path";
import { type EventSettings, eventSettings } from "../../lib/config/event_settings.ts";
import { settings } from "../../lib/config/settings.ts";
import { NO_CRASH } from "../../lib/events/crash_points.ts";
import { Doors } from "../../lib/events/doors.ts";
import { ScopedTokens, threadToken } from "../../lib/events/event_tokens.ts";
import { CALLS, type DoorCall, show } from "../../lib/events/http_door.ts";
import type { EventRecord } from "../../lib/events/ledger_line.ts";
import { Principals } from "../../lib/events/principal.ts";
import { EventService } from "../../lib/events/service.ts";
import { type ThreadPaths, threadPaths } from "../../lib/events/thread_folder.ts";
import { ManualTimers, MemoryAgent } from "./memory_agent.ts";

export const THREAD = "01a1ee25-943d-7bb2-8350-7b632185745a";
export const UI_TOKEN = "the-token-of-the-page";
export const SECRET = "a secret of the runtime";

export interface DeskOptions {
  readonly settings?: Partial<EventSettings>;
  readonly now?: () => number;
}

export class EventDesk {
  readonly agent = new MemoryAgent();
  readonly timers = new ManualTimers();
  readonly problems: string[] = [];
  readonly rows: EventRecord[] = [];
  readonly known = new Set([THREAD]);
  readonly tokens: ScopedTokens;
  readonly principals: Principals;
  readonly service: EventService;
  readonly doors: Doors;
  readonly paths: ThreadPaths;
  /** Whether the thread has a conversation that shows rows. */
  shown = true;

  constructor(readonly root: string, { settings: some = {}, now = () => Date.now() }: DeskOptions) {
    const codexHome = join(root, "codex");
    const report = (problem: string) => void this.problems.push(problem);
    this.paths = threadPaths(codexHome, THREAD);
    this.tokens = new ScopedTokens(join(root, "event_tokens.json"), now);
    this.principals = new Principals({
      ...{ secret: SECRET, tokens: this.tokens, now },
      isUiToken: (candidate) => candidate === UI_TOKEN,
    });
    const common = { codexHome, now, report, crash: NO_CRASH, uid: Deno.uid() };
    this.service = new EventService({
      ...common,
      settings: { ...defaults(), ...some },
      port: this.agent,
      threads: { has: (id) => Promise.resolve(this.known.has(id)) },
      rows: {
        record: (_, records) => {
          if (this.shown) this.rows.push(...records);
          return Promise.resolve(this.shown);
        },
      },
      timers: this.timers,
      delimiter: () => "d1e2",
    });
    this.doors = new Doors({
      ...common,
      ...{ secret: SECRET, service: this.service, principals: this.principals },
      socketPath: join(root, "events.sock"),
      capabilities: () => ({ steer: true, append: true }),
      roundMs: 3_600_000,
    });
  }

  get token(): string {
    return threadToken(SECRET, THREAD);
  }

  /** Asks the HTTP door, without a web server in between. */
  async http(call: string, init: RequestInit & { query?: string; token?: string } = {}): Promise<{
    status: number;
    // deno-lint-ignore no-explicit-any
    body: any;
    headers: Headers;
  }> {
    const { query = "", token = this.token, ...rest } = init;
    const [method = "", path = ""] = call.split(" ");
    const req = new Request(`http://127.0.0.1/v1/${path}${query}`, { method, ...rest });
    const principal = await this.principals.byToken(token);
    if (principal === null) {
      return { status: 401, body: { code: "unauthorized" }, headers: req.headers };
    }
    const door: DoorCall = { req, query: new URL(req.url).searchParams, principal };
    const id = /^events\/(.+)$/.exec(path)?.[1];
    const response = id === undefined
      ? await CALLS[call]!(this.service, door)
      : await show(this.service, door, decodeURIComponent(id));
    return { status: response.status, body: await response.json(), headers: response.headers };
  }

  /** Writes lines to the socket and gives the answers. */
  async socket(
    lines: readonly string[],
    path = join(this.root, "events.sock"),
  ): Promise<unknown[]> {
    using connection = await Deno.connect({ transport: "unix", path });
    const writing = writeAll(
      connection,
      new TextEncoder().encode(lines.map((l) => `${l}\n`).join("")),
    );
    const decoder = new TextDecoder();
    const chunk = new Uint8Array(64 * 1024);
    let text = "";
    while (text.split("\n").length <= lines.length) {
      const count = await connection.read(chunk);
      if (count === null) break;
      text += decoder.decode(chunk.subarray(0, count), { stream: true });
    }
    await writing;
    return text.split("\n").filter((line) => line !== "").map((line) => JSON.parse(line));
  }

  quarantined(): { code: string; message: string; text: string; place: string }[] {
    try {
      return Deno.readTextFileSync(this.paths.quarantine).split("\n").filter((line) => line !== "")
        .map((line) => JSON.parse(line));
    } catch {
      return [];
    }
  }

  /** Every event that is in the ledger, oldest first. */
  async ids(): Promise<string[]> {
    const thread = await this.service.thread(THREAD);
    return [...thread!.ledger.newest()].map(({ event }) => event.event_id).reverse();
  }

  async close(): Promise<void> {
    await this.doors.close();
    await this.service.close();
  }
}

async function writeAll(connection: Deno.Conn, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.length;) done += await connection.write(bytes.subarray(done));
}

/** The settings as they are when nobody says anything. */
export function defaults(): EventSettings {
  const own = settings.filter(({ path }) => path[0] === "events");
  const nowhere = { env: () => undefined, cwd: "/" };
  return eventSettings.parse(
    Object.fromEntries(own.map(({ path, fallback }) => [path[1], fallback(nowhere)])),
  );
}

/** Runs a test with a desk whose doors are open. */
export async function withDesk(
  fn: (desk: EventDesk) => Promise<void>,
  options: DeskOptions & { readonly closed?: boolean } = {},
): Promise<void> {
  const root = await Deno.makeTempDir({ prefix: "ph-events-" });
  const desk = new EventDesk(root, options);
  try {
    if (options.closed !== true) await desk.doors.open("http://127.0.0.1:1", [THREAD]);
    await fn(desk);
  } finally {
    await desk.close();
    await Deno.remove(root, { recursive: true });
  }
}

/** All of events tied together for one running service: what main.ts constructs and routes use. */
import { dirname, join } from "@std/path";
import type { EventSettings } from "../config/event_settings.ts";
import type { Companion } from "../gateway/companion.ts";
import type { Outside } from "../gateway/outside.ts";
import { type AgentWord, AgentWords } from "./agent_word.ts";
import { type Carrier, carrierFor } from "./carrier.ts";
import { crashPoints } from "./crash_points.ts";
import { Doors } from "./doors.ts";
import { ScopedTokens } from "./event_tokens.ts";
import { agentPort, companion } from "./gateway_link.ts";
import type { ParsedEvent } from "./parse_event.ts";
import { Principals } from "./principal.ts";
import { rowSink, type RowTargets } from "./row_sink.ts";
import { EventService } from "./service.ts";
import { eventSocketPath } from "./socket_path.ts";

export interface EventsOptions {
  readonly home: string;
  readonly codexHome: string;
  readonly cwd: string;
  readonly secret: string;
  readonly settings: EventSettings;
  readonly outside: () => Outside;
  /** The version of the app-server that runs. */
  readonly agentVersion: () => string | null;
  readonly rows: RowTargets;
  readonly isUiToken: (candidate: string) => boolean;
  readonly env: (name: string) => string | undefined;
  readonly now: () => number;
  readonly report: (problem: string) => void;
}

const SWEEP_MS = 60_000;
/** Events in which the words that led to another one are looked for. */
const HEARD = 50;

export class Events {
  readonly service: EventService;
  readonly principals: Principals;
  readonly tokens: ScopedTokens;
  readonly doors: Doors;
  /** What the gateway is given. */
  readonly companion: Companion;
  readonly #socketPath: string;
  readonly #words: AgentWords;
  readonly #report: (problem: string) => void;
  #sweeping: ReturnType<typeof setInterval> | undefined;

  private constructor(options: EventsOptions, uid: number | null) {
    const { home, codexHome, secret, settings, now, report, env } = options;
    const crash = crashPoints(env);
    const carrier = (): Carrier => carrierFor(settings.carrier, options.agentVersion());
    const threads = {
      has: async (id: string) => await options.rows.conversationOf(id) !== null,
    };
    this.#socketPath = eventSocketPath(options);
    this.#report = report;
    this.#words = new AgentWords(now);
    this.tokens = new ScopedTokens(tokensFile(home), now);
    this.principals = new Principals({
      ...{ secret, tokens: this.tokens, now },
      isUiToken: options.isUiToken,
    });
    const common = { codexHome, now, report, crash, uid };
    this.service = new EventService({
      ...{ ...common, settings, threads },
      port: agentPort(options.outside, carrier),
      rows: rowSink(options.rows),
      timers: { after: later },
      delimiter: randomDelimiter,
    });
    this.doors = new Doors({
      ...{ ...common, secret, service: this.service, principals: this.principals },
      socketPath: this.#socketPath,
      capabilities: () => ({ steer: true, append: true }),
    });
    this.companion = companion(() => this.service, carrier, (threadId) => {
      if (settings.enabled) void this.doors.activate(threadId);
    });
  }

  static async create(options: EventsOptions): Promise<Events> {
    // Deno tells the own user only with a permission of its own; the home is ours by definition.
    const { uid } = await Deno.stat(options.home);
    return new Events(options, uid);
  }

  /** Opens the doors of these threads; `baseUrl` is where we serve. */
  async open(baseUrl: string, threadIds: readonly string[]): Promise<void> {
    if (!this.service.settings.enabled) return;
    await Deno.mkdir(dirname(this.#socketPath), { recursive: true, mode: 0o700 });
    await this.doors.open(baseUrl, threadIds);
    this.#sweeping = setInterval(() => void this.service.sweep(), SWEEP_MS);
    Deno.unrefTimer(this.#sweeping as unknown as number);
  }

  /** The event of a word between agents, if the guard against loops lets it pass. */
  async word(word: AgentWord): Promise<ParsedEvent> {
    const heard = await this.service.list(word.from.threadId, { limit: HEARD });
    const words = (heard?.records ?? []).map(({ at, event: { type, payload } }) => ({
      ...{ at, type, payload },
    }));
    return this.#words.event(word, words);
  }

  /** A conversation has this thread now, or is gone together with it. */
  threadIs(threadId: string, fate: "known" | "gone"): void {
    if (!this.service.settings.enabled) return;
    const done = fate === "known"
      ? this.doors.activate(threadId)
      : this.doors.forget(threadId).then(() => this.service.forget(threadId));
    done.catch((error) => this.#report(`thread ${threadId}: ${error.message}`));
  }

  async close(): Promise<void> {
    clearInterval(this.#sweeping);
    await this.doors.close();
    await this.service.close();
  }
}

/** Where scoped tokens are kept; the command line writes there, too. */
export function tokensFile(home: string): string {
  return join(home, "event_tokens.json");
}

function later(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms);
  // What waits for its time must not keep the program from ending.
  Deno.unrefTimer(timer as unknown as number);
  return () => clearTimeout(timer);
}

function randomDelimiter(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(6));
  return [...bytes].map((byte) => (byte % 36).toString(36)).join("");
}

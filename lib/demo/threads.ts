/**
 * The threads of one run of the demo agent, in memory. The agent writes nothing to disk, so a
 * thread has no rollout and ends with the process. Of a turn in progress it knows only the handle
 * that the methods need; how a thread looks on the wire is in `thread_shapes.ts`.
 */
import { isUuid, uuidV7 } from "./ids.ts";
import type { Fields } from "./wire.ts";

/** The version whose protocol this agent speaks. */
export const PROTOCOL_VERSION = "0.169.0";

/** The one model that the demo offers. */
export const DEMO_MODEL = "demo";
export const DEMO_PROVIDER = "demo";

/** A turn that is over, as `thread/read` and `thread/turns/list` give it back. */
export interface PastTurn {
  readonly id: string;
  readonly items: readonly Fields[];
  readonly status: "completed" | "interrupted" | "failed";
  readonly error: Fields | null;
  readonly startedAtMs: number;
  readonly completedAtMs: number;
}

/** A turn in progress, as far as the client's requests touch it. */
export interface ActiveTurn {
  readonly id: string;
  /** False between the reply to turn/start and `turn/started`: too early to steer or interrupt. */
  readonly started: boolean;
  /** Adds the person's words to the turn and cuts off the message being streamed. */
  steer(message: UserMessage): void;
  /** The turn as replies show it while it runs. */
  shape(): Fields;
  /** Stops the turn; `reply` is sent at the point where the real server sends it. */
  interrupt(reply: () => void): void;
  /** The client is gone: stop at once, send nothing. */
  end(): void;
}

/** What a person sent: the content as it came, and the client's own id for it. */
export interface UserMessage {
  readonly content: readonly Fields[];
  readonly clientId: string | null;
}

/** What the client may set on thread/start, thread/resume and turn/start. */
export interface Settings {
  cwd: string;
  model: string;
  effort: string | null;
  summary: string | null;
  approvalPolicy: unknown;
  sandbox: Fields;
}

/** One conversation. */
export interface Thread {
  readonly id: string;
  readonly originator: string;
  readonly forkedFromId: string | null;
  readonly createdAtMs: number;
  readonly settings: Settings;
  readonly turns: PastTurn[];
  /** Commands and files that were accepted for the session: those are not asked for again. */
  readonly allowed: Set<string>;
  updatedAtMs: number;
  name: string | null;
  preview: string;
  archived: boolean;
  status: Fields;
  firstUnread: string | null;
  readRevision: string;
  /** Tokens so far; null until the model was called once. */
  usage: { total: Tokens; last: Tokens } | null;
  turn: ActiveTurn | null;
}

/** Token counts in the app-server's spelling. */
export type Tokens = Record<
  | "totalTokens"
  | "inputTokens"
  | "cachedInputTokens"
  | "cacheWriteInputTokens"
  | "outputTokens"
  | "reasoningOutputTokens",
  number
>;

/** Makes and keeps threads. */
export class Threads {
  readonly #byId = new Map<string, Thread>();

  /** Makes a thread; without `id` it gets a new one. */
  create(
    options: { id?: string; originator: string; settings: Settings; nowMs: number; from?: Thread },
  ): Thread {
    const id = options.id ?? uuidV7(options.nowMs);
    const thread: Thread = {
      id,
      originator: options.originator,
      forkedFromId: options.from?.id ?? null,
      createdAtMs: options.nowMs,
      settings: options.settings,
      turns: [...options.from?.turns ?? []],
      allowed: new Set(),
      updatedAtMs: options.nowMs,
      name: options.from?.name ?? null,
      preview: options.from?.preview ?? "",
      archived: false,
      status: { type: "idle" },
      firstUnread: null,
      readRevision: `initial:${id}`,
      usage: options.from?.usage ?? null,
      turn: null,
    };
    this.#byId.set(id, thread);
    return thread;
  }

  get(id: string): Thread | undefined {
    return this.#byId.get(id);
  }

  /** All threads, the one used last first. */
  list(): Thread[] {
    return [...this.#byId.values()].sort((a, b) => b.updatedAtMs - a.updatedAtMs);
  }
}

/** The reason why `id` names no thread, in the real server's words. */
export function threadIdProblem(id: unknown, missing = ""): string {
  if (typeof id !== "string") return "Invalid request: missing field `threadId`";
  if (isUuid(id)) return `${missing} ${id}`;
  const bad = [...id].findIndex((char) => !/[0-9a-fA-F-]/.test(char));
  if (bad === -1) return `invalid thread id: invalid length: ${id.length}`;
  return "invalid thread id: invalid character: expected an optional prefix of `urn:uuid:` " +
    `followed by [0-9a-fA-F-], found \`${[...id][bad]}\` at ${bad + 1}`;
}

/**
 * The threads of one run of the demo agent, in memory, and their shape on the wire. The agent
 * writes nothing to disk, so a thread has no rollout path and ends with the process.
 * Knows nothing of turns in progress beyond the handle that the gateway methods need.
 */
import { isUuid, uuidV7 } from "./ids.ts";
import type { Fields } from "./wire.ts";

/** The version whose protocol this agent speaks. */
export const PROTOCOL_VERSION = "0.169.0";

/** The one model that the demo offers. */
export const DEMO_MODEL = "demo";
export const DEMO_PROVIDER = "demo";

const CONTEXT_WINDOW = 258_400;

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

/** The thread as it goes over the wire; turns only where the method gives them. */
export function threadShape(thread: Thread, turns: readonly Fields[] = []): Fields {
  const { settings } = thread;
  return {
    id: thread.id,
    environments: environments(settings.cwd),
    extra: null,
    sessionId: thread.id,
    forkedFromId: thread.forkedFromId,
    attachedToThreadId: null,
    parentThreadId: null,
    preview: thread.preview,
    ephemeral: false,
    section: null,
    sectionEnteredAt: null,
    projectId: null,
    historyMode: "paginated",
    modelProvider: DEMO_PROVIDER,
    model: settings.model,
    reasoningEffort: settings.effort,
    createdAt: seconds(thread.createdAtMs),
    updatedAt: seconds(thread.updatedAtMs),
    recencyAt: seconds(thread.updatedAtMs),
    status: thread.status,
    path: null,
    cwd: settings.cwd,
    cliVersion: PROTOCOL_VERSION,
    originator: thread.originator,
    source: "vscode",
    canAcceptDirectInput: true,
    threadSource: null,
    agentNickname: null,
    agentRole: null,
    gitInfo: null,
    name: thread.name,
    daybreakEnabled: null,
    turns,
  };
}

/** The settings beside the thread in the answers to thread/start, thread/resume and thread/fork. */
export function sessionShape(thread: Thread, turns: readonly Fields[] = []): Fields {
  const { settings } = thread;
  return {
    thread: threadShape(thread, turns),
    model: settings.model,
    modelProvider: DEMO_PROVIDER,
    serviceTier: null,
    disabledPluginIds: [],
    cwd: settings.cwd,
    runtimeWorkspaceRoots: [settings.cwd],
    instructionSources: [],
    approvalPolicy: settings.approvalPolicy,
    approvalsReviewer: "user",
    sandbox: settings.sandbox,
    activePermissionProfile: null,
    reasoningEffort: settings.effort,
    multiAgentMode: "explicitRequestOnly",
  };
}

/** What `thread/settings/updated` carries. */
export function settingsShape(thread: Thread): Fields {
  const { settings } = thread;
  return {
    disabledPluginIds: [],
    cwd: settings.cwd,
    environments: environments(settings.cwd),
    approvalPolicy: settings.approvalPolicy,
    approvalsReviewer: "user",
    sandboxPolicy: settings.sandbox,
    activePermissionProfile: null,
    model: settings.model,
    modelProvider: DEMO_PROVIDER,
    serviceTier: null,
    effort: settings.effort,
    summary: settings.summary,
    collaborationMode: collaborationShape(thread),
    multiAgentMode: "explicitRequestOnly",
    personality: null,
  };
}

/** The mode of collaboration; the demo has one. */
export function collaborationShape({ settings }: Thread): Fields {
  const { model, effort } = settings;
  return {
    mode: "default",
    settings: { model, reasoning_effort: effort, developer_instructions: null },
  };
}

/** The tokens used so far, or null when the model was not called yet. */
export function usageShape({ usage }: Thread): Fields | null {
  return usage && { ...usage, modelContextWindow: CONTEXT_WINDOW };
}

/** A turn that is over, with the person's words and the last answer only. */
export function summaryTurnShape(turn: PastTurn): Fields {
  const last = turn.items.findLast((item) => item.type === "agentMessage");
  const items = turn.items.filter((item) => item.type === "userMessage" || item === last);
  return { ...pastTurnShape(turn), items, itemsView: "summary" };
}

/** A turn that is over, with all its items. */
export function pastTurnShape(turn: PastTurn): Fields {
  return {
    id: turn.id,
    rootTurnId: turn.id,
    items: turn.items,
    itemsView: "full",
    status: turn.status,
    error: turn.error,
    startedAt: seconds(turn.startedAtMs),
    completedAt: seconds(turn.completedAtMs),
    durationMs: turn.completedAtMs - turn.startedAtMs,
  };
}

/** How far the client has read the thread. */
export function readStateShape(thread: Thread): Fields {
  const firstUnread = thread.firstUnread && { type: "turn", turnId: thread.firstUnread };
  return { firstUnread, revision: thread.readRevision };
}

/** Unix seconds, as threads and turns carry them. */
export function seconds(ms: number): number {
  return Math.floor(ms / 1000);
}

function environments(cwd: string): Fields[] {
  return [{ environmentId: "local", cwd, runtimeWorkspaceRoots: [cwd] }];
}

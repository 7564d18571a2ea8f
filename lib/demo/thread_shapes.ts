/**
 * Threads and turns in the app-server's spelling: every key that the real one sends, with null
 * where the demo has nothing behind it. Shapes only; nothing is decided or sent here.
 */
import { DEMO_PROVIDER, type PastTurn, PROTOCOL_VERSION, type Thread } from "./threads.ts";
import type { Fields } from "./wire.ts";

const CONTEXT_WINDOW = 258_400;

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

/**
 * The router: a projection from the app-server's messages to changes. Deterministic, no I/O, no
 * clock: the time comes with the message. It never throws on any input. One small function per
 * method, in tables; what has no row in them is silent, on purpose: see silent.ts.
 */
import { type JsonObject, type Message, objectAt } from "../protocol/message.ts";
import { closeApprovals, onRequest, onRequestResolved } from "./approvals.ts";
import { idAt } from "./bounds.ts";
import type { Change } from "./change.ts";
import { onDiff } from "./diffs.ts";
import { onError } from "./errors.ts";
import { onPatchUpdated } from "./file_changes.ts";
import { type Handler, iso, isTime } from "./handler.ts";
import { onDelta, onItemCompleted, onItemStarted, onTerminalInteraction } from "./items.ts";
import { NEWS_METHODS, newsForAll, onNews, onSafetyBuffering, onToolProgress } from "./news.ts";
import { isLegacy, legacyName, translate } from "./legacy.ts";
import { closeOpen } from "./open_items.ts";
import { onReasoningDelta, onReasoningPart, sealReasoning } from "./reasoning.ts";
import { forgetThread, type RouterState, type ThreadState, threadState } from "./state.ts";
import { endTurn, finishPlan, onPlan, onTurnCompleted, onTurnStarted } from "./turns.ts";
import { onRateLimits, onTokenUsage } from "./usage.ts";

/** The changes of one thread; `threadId` is null for news that concern no thread. */
export interface Routed {
  readonly state: RouterState;
  readonly threadId: string | null;
  readonly changes: readonly Change[];
}

const HOTTEST = "item/agentMessage/delta";

/** A Map, not an object: a method called "constructor" must find nothing. */
const NOTIFICATIONS = new Map<string, Handler>(Object.entries({
  [HOTTEST]: onDelta,
  "item/commandExecution/outputDelta": onDelta,
  "item/plan/delta": onDelta,
  "item/reasoning/summaryTextDelta": onReasoningDelta,
  "item/reasoning/textDelta": onReasoningDelta,
  "item/reasoning/summaryPartAdded": onReasoningPart,
  "item/started": onItemStarted,
  "item/completed": onItemCompleted,
  "item/commandExecution/terminalInteraction": onTerminalInteraction,
  "item/fileChange/patchUpdated": onPatchUpdated,
  "item/mcpToolCall/progress": onToolProgress,
  "turn/started": onTurnStarted,
  "turn/completed": onTurnCompleted,
  "turn/diff/updated": onDiff,
  "turn/plan/updated": onPlan,
  "serverRequest/resolved": onRequestResolved,
  "thread/tokenUsage/updated": onTokenUsage,
  "model/safetyBuffering/updated": onSafetyBuffering,
  "error": onError,
  ...Object.fromEntries(NEWS_METHODS.map((method) => [method, onNews])),
}));

/** Threads that the server lets go of: what runs in them is over. */
const THREAD_ENDS = new Set(["thread/closed", "thread/deleted", "thread/archived"]);

/** All notifications that lead to something. */
export const HANDLED_METHODS: readonly string[] = [
  ...NOTIFICATIONS.keys(),
  ...THREAD_ENDS,
  "account/rateLimits/updated",
];

/**
 * One message in, the changes out. The state is the router's own and is updated in place: a copy
 * per delta would make the work grow with the conversation instead of with the delta.
 */
export function route(state: RouterState, message: Message, receivedAtMs: number): Routed {
  if (message.kind !== "notification" && message.kind !== "request") {
    return { state, threadId: null, changes: [] };
  }
  state.shared.places.ms = receivedAtMs;
  const { method, params } = message;
  const threadId = threadIdOf(params);
  if (message.kind === "request") {
    if (threadId === null) return { state, threadId, changes: [] };
    const thread = threadState(state, threadId);
    const changes = onRequest(thread, method, params, receivedAtMs, message.id);
    return { state, threadId, changes };
  }
  const ms = isTime(message.emittedAtMs) ? message.emittedAtMs : receivedAtMs;
  return { state, threadId, changes: notified(state, threadId, method, params, ms) };
}

function notified(
  state: RouterState,
  threadId: string | null,
  method: string,
  params: JsonObject,
  ms: number,
): Change[] {
  // Nearly every message is this one; comparing it is quicker than looking it up.
  const handler = method === HOTTEST ? onDelta : NOTIFICATIONS.get(method);
  if (threadId === null) {
    if (method === "account/rateLimits/updated") return onRateLimits(state, params);
    return handler === undefined ? [] : newsForAll(method, params);
  }
  if (handler !== undefined) {
    const thread = threadState(state, threadId);
    if (thread.dialect !== "items" && !speaks(thread, "items", method)) return [];
    return handler(thread, params, ms, method);
  }
  if (isLegacy(method)) return older(state, threadState(state, threadId), method, params, ms);
  return THREAD_ENDS.has(method) ? endThread(state, threadId, ms) : [];
}

/** An event of the older dialect: what today's servers would say, if the turn is read in it. */
function older(
  state: RouterState,
  thread: ThreadState,
  method: string,
  params: JsonObject,
  ms: number,
): Change[] {
  if (thread.dialect !== "legacy" && !speaks(thread, "legacy", legacyName(method, params))) {
    return [];
  }
  const changes: Change[] = [];
  for (const one of translate(thread, method, params)) {
    if (one.method === "account/rateLimits/updated") {
      changes.push(...onRateLimits(state, one.params));
    } else {changes.push(
        ...NOTIFICATIONS.get(one.method)?.(thread, one.params, ms, one.method) ?? [],
      );}
  }
  return changes;
}

const TURN_STARTS = new Set(["turn/started", "task_started"]);
/** What belongs to a turn; anything else is heard in either dialect. */
const OF_A_TURN = /^(item\/|turn\/|thread\/tokenUsage\/|error$)/;

/**
 * Some older servers tell everything twice, in both dialects. Per turn the first one that is heard
 * is believed, the other is dropped, until the next turn starts.
 */
function speaks(thread: ThreadState, dialect: "items" | "legacy", name: string): boolean {
  const starts = TURN_STARTS.has(name) && thread.turnId === null;
  if (thread.dialect === null || starts) {
    if (dialect === "legacy" || OF_A_TURN.test(name)) thread.dialect = dialect;
    return true;
  }
  return thread.dialect === dialect || (dialect === "items" && !OF_A_TURN.test(name));
}

/** Everything that runs in a thread is over; the thread itself is forgotten. */
export function endThread(state: RouterState, threadId: string, ms: number): Change[] {
  const thread = state.threads.get(threadId);
  if (thread === undefined) return [];
  const { turnId } = thread;
  const end = { status: "interrupted", durationMs: null, error: null } as const;
  const changes = [
    ...(turnId === null ? [] : endTurn(thread, ms, { turnId, ...end })),
    // What belongs to no turn, or to another one.
    ...sealReasoning(thread),
    ...closeOpen(thread, ms, () => true),
    ...finishPlan(thread),
    ...closeApprovals(thread, iso(ms), () => true),
  ];
  forgetThread(state, threadId);
  return changes;
}

/** The app-server is gone: everything that ran is over. The changes, by thread. */
export function endAll(state: RouterState, nowMs: number): Map<string, Change[]> {
  state.shared.places.ms = nowMs;
  const changes = new Map<string, Change[]>();
  for (const threadId of [...state.threads.keys()]) {
    changes.set(threadId, endThread(state, threadId, nowMs));
  }
  return changes;
}

function threadIdOf(params: JsonObject): string | null {
  const { threadId } = params;
  if (typeof threadId === "string" && threadId.length <= 512) return threadId;
  return idAt(params, "conversationId") ?? idAt(objectAt(params, "thread"), "id");
}

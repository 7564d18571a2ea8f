/**
 * The router: a projection from the app-server's messages to changes. Deterministic, no I/O, no
 * clock: the time comes with the message. It never throws on any input. One small function per
 * method, in tables; a method that has no row here is silent.
 */
import { type Message, objectAt, stringAt } from "../protocol/message.ts";
import { approvalRequests, onRequestResolved } from "./approvals.ts";
import type { Change } from "./change.ts";
import { onDiff } from "./diffs.ts";
import { onDelta, onItemCompleted, onItemStarted } from "./items.ts";
import { type RouterState, threadState } from "./state.ts";
import { type Handler, iso } from "./handler.ts";
import { onError, onPlan, onTokenUsage, onTurnCompleted, onTurnStarted } from "./turns.ts";

/** The changes of one thread; `threadId` is null for news that concern no thread. */
export interface Routed {
  readonly state: RouterState;
  readonly threadId: string | null;
  readonly changes: readonly Change[];
}

/** A Map, not an object: a method called "constructor" must find nothing. */
const NOTIFICATIONS = new Map<string, Handler>(Object.entries({
  "turn/started": onTurnStarted,
  "turn/completed": onTurnCompleted,
  "turn/diff/updated": onDiff,
  "turn/plan/updated": onPlan,
  "item/started": onItemStarted,
  "item/completed": onItemCompleted,
  "item/agentMessage/delta": onDelta,
  "item/reasoning/summaryTextDelta": onDelta,
  "item/reasoning/summaryPartAdded": onDelta,
  "item/commandExecution/outputDelta": onDelta,
  "serverRequest/resolved": onRequestResolved,
  "thread/tokenUsage/updated": onTokenUsage,
  "error": onError,
}));

/**
 * One message in, the changes out. The state is the router's own and is updated in place: a copy
 * per delta would make the work grow with the conversation instead of with the delta.
 */
export function route(state: RouterState, message: Message, receivedAtMs: number): Routed {
  if (message.kind === "request") {
    const threadId = stringAt(message.params, "threadId");
    const handler = approvalRequests.get(message.method);
    if (threadId === null || handler === undefined) return { state, threadId, changes: [] };
    const thread = threadState(state, threadId);
    const changes = handler(thread, message.params, iso(receivedAtMs), message.id);
    return { state, threadId, changes };
  }
  if (message.kind !== "notification") return { state, threadId: null, changes: [] };
  const { method, params } = message;
  const threadId = stringAt(params, "threadId") ?? stringAt(objectAt(params, "thread"), "id");
  const handler = NOTIFICATIONS.get(method);
  if (handler === undefined) return { state, threadId, changes: [] };
  if (threadId === null) return { state, threadId, changes: withoutThread(method, params) };
  const ts = iso(message.emittedAtMs ?? receivedAtMs);
  return { state, threadId, changes: handler(threadState(state, threadId), params, ts, method) };
}

function withoutThread(method: string, params: Parameters<Handler>[1]): Change[] {
  if (method !== "error") return [];
  return [{
    type: "warning",
    text: stringAt(objectAt(params, "error"), "message") ?? "unknown error",
  }];
}

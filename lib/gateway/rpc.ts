/**
 * JSON-RPC for scripts and tabs: a table of the methods that they may call, the conversation's
 * settings put in where they belong. Everything else is refused by name: what starts processes,
 * touches files, accounts or configuration has no business coming from a page.
 */
import { RpcFailure } from "../app_server/client.ts";
import { stripAll } from "../context/envelope.ts";
import type { Hub } from "../hub/hub.ts";
import { type Json, type JsonObject, objectAt, stringAt } from "../protocol/message.ts";
import { iso } from "../router/handler.ts";
import type { Conversations, Meta } from "../transcript/conversations.ts";
import type { Bindings } from "./bindings.ts";
import type { Calls } from "./calls.ts";
import type { Companion } from "./companion.ts";
import { ActionFailure, asActionFailure, unknownConversation } from "./failure.ts";
import { withContext } from "./rpc_context.ts";
import { isInjected } from "./settings.ts";
import type { Threads } from "./threads.ts";

export interface RpcParts {
  readonly bindings: Bindings;
  readonly calls: Calls;
  readonly companion: Companion;
  readonly conversations: Conversations;
  readonly hub: Hub;
  readonly threads: Threads;
  readonly now: () => number;
}

/** A call of a tab; its own id comes back with the answer. */
export interface RpcCall {
  readonly id: string | number | null;
  readonly method: string;
  readonly params: JsonObject;
  readonly tab: string | null;
  /** Whose settings to use; else those of the conversation that has the thread. */
  readonly conversationId: string | null;
}

/** Looks, and what belongs to a conversation. */
export const ALLOWED_METHODS: ReadonlySet<string> = new Set([
  ...["thread/start", "thread/resume", "thread/fork", "thread/read", "thread/list"],
  ...["thread/loaded/list", "thread/turns/list", "thread/items/list", "thread/search"],
  ...["thread/name/set", "thread/archive", "thread/unarchive", "thread/compact/start"],
  ...["thread/unsubscribe", "thread/goal/get", "thread/backgroundTerminals/list"],
  ...["turn/start", "turn/steer", "turn/interrupt", "review/start"],
  ...["model/list", "collaborationMode/list", "permissionProfile/list", "skills/list"],
  ...["mcpServerStatus/list", "account/read", "account/rateLimits/read", "account/usage/read"],
  ...["config/read", "getAuthStatus", "experimentalFeature/list", "gitDiffToRemote"],
]);

/** An answer larger than this is not repeated on the event stream, whose memory is for all. */
const MAX_EVENT_CHARACTERS = 128 * 1024;

/** Makes the call. The answer goes back to the caller, and as an event to the tab that asked. */
export async function callRpc(parts: RpcParts, call: RpcCall): Promise<Json> {
  const { id, method, tab } = call;
  try {
    const result = await forward(parts, call);
    if (tab !== null) tellTab(parts, tab, { type: "rpc_response", id, method, result });
    return result;
  } catch (error) {
    const failure = asActionFailure(error);
    const { cause, message } = failure as Error;
    const code = cause instanceof RpcFailure
      ? cause.code
      : failure instanceof ActionFailure
      ? failure.code
      : "internal";
    if (tab !== null) {
      tellTab(parts, tab, { type: "rpc_error", id, method, error: { code, message } });
    }
    throw failure;
  }
}

async function forward(parts: RpcParts, call: RpcCall): Promise<Json> {
  const { calls, threads, companion } = parts;
  const { method } = call;
  if (!ALLOWED_METHODS.has(method)) {
    const message = `"${method}" cannot be called from here`;
    throw new ActionFailure(403, "method_not_allowed", message);
  }
  await calls.ready();
  const meta = await conversationOf(parts, call);
  const params = meta !== null && isInjected(method)
    ? await threads.withSettings(method, meta, call.params)
    : call.params;
  const result = await withContext(
    companion,
    method,
    params,
    async (filled) => stripAll(await calls.request(method, filled)),
  );
  if (meta !== null) await learn(parts, meta, method, result);
  return result;
}

/** The conversation that a call is about; one whose thread is another is a stale tab's. */
async function conversationOf(parts: RpcParts, call: RpcCall): Promise<Meta | null> {
  const { bindings, conversations } = parts;
  const threadId = stringAt(call.params, "threadId");
  const bound = threadId === null ? null : bindings.conversationOf(threadId);
  const id = call.conversationId ?? bound;
  if (id === null) return null;
  const meta = await conversations.get(id);
  if (meta === null) throw unknownConversation(id);
  if (threadId !== null && meta.thread_id !== threadId) {
    const message = "the conversation has another thread by now: reload it";
    throw new ActionFailure(409, "stale_tab", message);
  }
  return meta;
}

/** A draft that got its thread by such a call is bound to it. */
async function learn(
  { threads, conversations }: RpcParts,
  meta: Meta,
  method: string,
  result: JsonObject,
): Promise<void> {
  if (method !== "thread/start" && method !== "thread/resume") return;
  const threadId = stringAt(objectAt(result, "thread"), "id");
  if (threadId === null) return;
  threads.learn(threadId, meta.conversation_id, result);
  if (meta.thread_id !== threadId) {
    await conversations.update(meta.conversation_id, { thread_id: threadId });
  }
}

function tellTab({ hub, now }: RpcParts, tab: string, event: Parameters<Hub["answer"]>[1]): void {
  const large = event.type === "rpc_response" &&
    JSON.stringify(event.result).length > MAX_EVENT_CHARACTERS;
  hub.answer(tab, large ? { ...event, result: null, too_large: true } : event, iso(now()));
}

/**
 * A change of a conversation that its thread is to share: the name, and whether it is archived.
 * Ours is the record that counts; that the app-server cannot hear of it is no harm.
 */
import type { ConversationChange, Meta } from "../transcript/conversations.ts";
import type { Calls } from "./calls.ts";
import type { Threads } from "./threads.ts";

/** Tells the app-server what became of a conversation. */
export async function syncThread(
  { calls, threads }: { readonly calls: Calls; readonly threads: Threads },
  { meta, before }: ConversationChange,
): Promise<void> {
  const { thread_id: threadId } = meta;
  if (threadId === null || before === undefined || !calls.running) return;
  for (const [method, params] of newsFor(before, meta)) {
    if (method === "thread/archive") threads.unloaded(threadId);
    await calls.request(method, { threadId, ...params }).catch(() => {});
  }
}

function newsFor(before: Meta, now: Meta): [method: string, params: Record<string, string>][] {
  const news: [string, Record<string, string>][] = [];
  // The first message has named it: that is no name that a person chose.
  if (before.label !== "" && now.label !== "" && before.label !== now.label) {
    news.push(["thread/name/set", { name: now.label }]);
  }
  if (before.archived !== now.archived) {
    news.push([now.archived ? "thread/archive" : "thread/unarchive", {}]);
  }
  return news;
}

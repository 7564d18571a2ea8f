/** What several routes do with conversations: rows for answers, a change with its checks. */
import { ActionFailure } from "../gateway/failure.ts";
import { type ConversationRow, rowOf } from "../transcript/conversation_row.ts";
import type { ListQuery, Meta } from "../transcript/conversations.ts";
import type { SettingsChange } from "../transcript/meta.ts";
import { folderProblem } from "../transcript/working_folder.ts";
import type { Services } from "./services.ts";

type Store = Pick<Services, "conversations">;

/** A conversation as it is answered. */
export function conversationRowOf({ conversations }: Store, meta: Meta): ConversationRow {
  return rowOf(meta, conversations.lastActivity(meta.conversation_id));
}

/** The list as it is answered. */
export async function rowsOf(services: Store, query: ListQuery): Promise<ConversationRow[]> {
  const metas = await services.conversations.list(query);
  return metas.map((meta) => conversationRowOf(services, meta));
}

/** Changes settings, with what a schema alone cannot check. */
export async function changeSettings(
  services: Store,
  id: string,
  change: SettingsChange,
): Promise<ConversationRow> {
  await checkFolder(change.cwd);
  // Undefined means "not given": it must not erase what is there.
  const given = Object.fromEntries(
    Object.entries(change).filter(([, value]) => value !== undefined),
  );
  return conversationRowOf(services, await services.conversations.update(id, given));
}

/** Refuses a folder that cannot be worked in. */
export async function checkFolder(path: string | undefined): Promise<void> {
  const problem = path === undefined ? null : await folderProblem(path);
  if (problem !== null) throw new ActionFailure(400, "invalid_cwd", `cwd: ${path}: ${problem}`);
}

/** What several routes do with conversations: rows for answers, a change with its checks. */
import { ActionFailure } from "../gateway/failure.ts";
import { type ConversationRow, type RowActivity, rowOf } from "../transcript/conversation_row.ts";
import type { ListQuery, Meta } from "../transcript/conversations.ts";
import type { SettingsChange } from "../transcript/meta.ts";
import { folderProblem } from "../transcript/working_folder.ts";
import type { Services } from "./services.ts";

type Store = Pick<Services, "conversations" | "events" | "gateway">;
type TurnActivity = Omit<RowActivity, "events">;

const AT_REST: TurnActivity = { running: false, approvals: 0 };

/** A conversation as it is answered. */
export function conversationRowOf(services: Store, meta: Meta): ConversationRow {
  return activeRow(services, activities(services), meta);
}

/** The list as it is answered. */
export async function rowsOf(services: Store, query: ListQuery): Promise<ConversationRow[]> {
  const metas = await services.conversations.list(query);
  const active = activities(services);
  return metas.map((meta) => activeRow(services, active, meta));
}

function activeRow(
  { conversations, events }: Store,
  active: ReadonlyMap<string, TurnActivity>,
  meta: Meta,
): ConversationRow {
  const { conversation_id: id } = meta;
  const activity = active.get(id) ?? AT_REST;
  const unseen = { events: events.service.unreadOf(meta.thread_id) };
  return rowOf(meta, conversations.lastActivity(id), { ...activity, ...unseen });
}

/** What is going on, by conversation; those where nothing is are not there. */
function activities({ gateway }: Store): Map<string, TurnActivity> {
  const now = gateway.snapshot(null);
  if (!("running" in now)) return new Map();
  return new Map(
    now.running.map(({ conversation_id, approvals }) => [
      conversation_id,
      { running: true, approvals },
    ]),
  );
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

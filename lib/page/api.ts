/** The page's calls to the REST API. Browser side; a failed call throws what the server said. */
import { type Signal, signal } from "@preact/signals";
import type { Model } from "../gateway/models.ts";
import type { OpenConversation } from "../gateway/open_conversation.ts";
import type { QueueView } from "../hub/hub.ts";
import type { ConversationRow } from "../transcript/conversation_row.ts";
import type { ChangedFiles } from "../transcript/outline/changed_files.ts";
import type { TurnPage } from "../transcript/outline/turn_log.ts";
import type { SettingsChange } from "../transcript/meta.ts";
import type { Defaults, Settings } from "../view/settings.ts";
import { itemOf, type ListItem } from "../view/list_items.ts";
import type { EntryPage } from "./history.ts";
import type { Answer } from "../view/row_cards.tsx";

/** The server does not know us any more: the page says so. */
export const loginExpired: Signal<boolean> = signal(false);

/** What the server said to a failed call; the code is for programs. */
export class CallFailure extends Error {
  override name = "CallFailure";
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** One call: `path` is below the API, or begins with a slash. */
export async function call<T>(path: string, body?: unknown, init: RequestInit = {}): Promise<T> {
  const url = path.startsWith("/") ? path : `/api/appserver/${path}`;
  const response = await fetch(url, {
    ...(body === undefined ? {} : {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
    ...init,
  });
  const answer = await response.json().catch(() => ({}));
  if (response.ok) return answer;
  if (response.status === 401) {
    loginExpired.value = true;
    throw new CallFailure("unauthorized", "Your login has expired.");
  }
  throw new CallFailure(answer.code ?? "", answer.message ?? `status ${response.status}`);
}

/** The list of conversations, as the server has it, with the archived ones where asked for. */
export async function listConversations(archived = false): Promise<ListItem[]> {
  const path = archived ? "conversations?archived=all" : "conversations";
  const { conversations } = await call<{ conversations: ConversationRow[] }>(path);
  return conversations.map(itemOf);
}

/** Renames, pins, archives, changes settings. */
export const changeConversation = (id: string, change: SettingsChange): Promise<unknown> =>
  call(`conversations/${encodeURIComponent(id)}`, change, { method: "PATCH" });

export const deleteConversation = (id: string): Promise<unknown> =>
  call(`conversations/${encodeURIComponent(id)}`, undefined, { method: "DELETE" });

export const restoreConversation = (id: string): Promise<unknown> =>
  call(`conversations/${encodeURIComponent(id)}/restore`, {});

/** A file or folder that a mention can name. */
export interface FoundFile {
  readonly path: string;
  readonly type: "file" | "directory";
}

/** The files that a few letters may mean, relative to the conversation's folder. */
export async function findFiles(
  conversation_id: string | null,
  query: string,
  signal: AbortSignal,
): Promise<readonly FoundFile[]> {
  const body = { conversation_id, query, limit: 30 };
  return (await call<{ files: FoundFile[] }>("mention", body, { signal })).files;
}

/** Hands a picture to the server. */
export const upload = (file: Blob): Promise<{ id: string; path: string }> =>
  call("upload", undefined, { method: "POST", body: file });

export const uploadUrl = (id: string): string =>
  `/api/appserver/upload?id=${encodeURIComponent(id)}`;

export const removeUpload = (id: string): Promise<unknown> =>
  call(`upload?id=${encodeURIComponent(id)}`, undefined, { method: "DELETE" });

export const createConversation = (chosen: SettingsChange): Promise<{ id: string }> =>
  call("conversations", chosen);

/** What a conversation is and has chosen. */
export async function readConversation(id: string): Promise<ConversationRow> {
  const path = `conversations/${encodeURIComponent(id)}`;
  return (await call<{ conversation: ConversationRow }>(path)).conversation;
}

/** A message, with the paths of its pictures. */
export interface Message {
  readonly text: string;
  readonly images: readonly string[];
  readonly mode: "auto" | "queue" | "steer";
}

export const sendMessage = (conversation_id: string, message: Message): Promise<unknown> =>
  call("message", { conversation_id, client_id: crypto.randomUUID(), ...message });

/** Puts the waiting messages into this order, with these texts. */
export const arrangeQueue = (
  conversation_id: string,
  revision: number,
  items: readonly { readonly id: string; readonly text: string }[],
): Promise<QueueView> => {
  const texts = items.map(({ id, text }) => ({ id, text }));
  return call("queue", { conversation_id, revision, items: texts }, { method: "PUT" });
};

/** Takes a waiting message away, or all for null. */
export function removeQueued(conversation: string, id: string | null): Promise<QueueView> {
  const query = new URLSearchParams({ conversation_id: conversation, ...(id && { id }) });
  return call(`queue?${query}`, undefined, { method: "DELETE" });
}

export const continueQueue = (conversation_id: string): Promise<QueueView> =>
  call("queue", { conversation_id, action: "continue" });

/** What a new conversation starts with. */
export const readDefaults = (): Promise<Defaults> => call("defaults");

export const changeDefaults = (change: Partial<Settings>): Promise<Defaults> =>
  call("defaults", change, { method: "PATCH" });

/** The state of the agent's process. */
export interface AgentStatus {
  readonly state: string;
  readonly agent: string;
  readonly version: string | null;
  readonly shell_id: string | null;
  readonly pid: number | null;
  readonly restarts: number;
  readonly problem: string | null;
}

export const agentStatus = (): Promise<AgentStatus> => call("status");
export const startAgent = (): Promise<AgentStatus> => call("start", {});
export const stopAgent = (): Promise<AgentStatus> => call("stop", {});

/** The last lines that a process wrote. */
export const shellLog = async (id: string): Promise<string> =>
  (await call<{ text: string }>(`/fws/shell/${encodeURIComponent(id)}/logs?limit=16384`)).text;

/** What was found, the latest first. */
export interface SearchHit {
  readonly conversation_id: string;
  readonly label: string;
  /** The number of the entry, to go to. */
  readonly entry: number;
  readonly role: string;
  readonly ts: string;
  readonly snippet: string;
  /** Where in the snippet the words are. */
  readonly marks: readonly (readonly [number, number])[];
}

export const search = (
  q: string,
  signal: AbortSignal,
): Promise<{ hits: readonly SearchHit[]; indexing: boolean }> =>
  call(`search?${new URLSearchParams({ q, limit: "40" })}`, undefined, { signal });

/** A session file of the agent's own. */
export interface RolloutRow {
  readonly path: string;
  readonly conversation_id: string | null;
  readonly cwd: string | null;
  readonly model: string | null;
  readonly modified_at: string;
  readonly bytes: number;
  readonly first_message: string | null;
  readonly problem: { readonly line: number; readonly message: string } | null;
}

export const rollouts = (
  cursor: string | null,
): Promise<{ rollouts: readonly RolloutRow[]; next: string | null }> =>
  call(`rollouts?${new URLSearchParams({ ...(cursor && { cursor }) })}`);

/** A row of a rollout, as far as a preview shows it. */
export interface PreviewEntry {
  readonly id: string;
  readonly role: string;
  readonly text?: string;
}

export const previewRollout = (
  path: string,
  rows: number,
): Promise<{ entries: readonly PreviewEntry[] }> =>
  call(`rollouts/preview?${new URLSearchParams({ path, rows: String(rows) })}`);

/** Makes a conversation of a rollout; with `fresh`, of as much as can be read of a damaged one. */
export const importRollout = (
  path: string,
  fresh: boolean,
): Promise<{ id?: string; importing?: true }> => call("rollouts/import", { path, fresh });

export const exportUrl = (id: string, format: "md" | "json"): string =>
  `/api/appserver/conversations/${encodeURIComponent(id)}/export?format=${format}`;

/** Compact, review, fork and the like. */
export const act = (
  conversation_id: string,
  action: string,
  options: Record<string, string> = {},
): Promise<Record<string, unknown>> => call("action", { conversation_id, action, ...options });

/** The models of the agent. */
export const models = async (): Promise<readonly Model[]> =>
  (await call<{ data: Model[] }>("models")).data;

export const interrupt = (conversation_id: string): Promise<unknown> =>
  call("interrupt", { conversation_id });

export const decide = (
  conversation_id: string,
  approval_id: string,
  decision: string,
  answer?: Answer,
): Promise<unknown> => call("approval", { conversation_id, approval_id, decision, answer });

/** A page of entries by their numbers. */
export const readRange = (
  conversation_id: string,
  query: { before?: number; after?: number; limit: number },
): Promise<EntryPage> => call(`transcript/range?${queryOf(conversation_id, query)}`);

export const openConversation = (id: string): Promise<OpenConversation> =>
  call(`conversation?id=${encodeURIComponent(id)}`);

type Numbers = Readonly<Record<string, number>>;

/** The files that a conversation has changed. */
export const readChanges = (conversation_id: string, query: Numbers): Promise<ChangedFiles> =>
  call(`changes?${queryOf(conversation_id, query)}`);

/** What the turns of a conversation took. */
export const readUsage = (conversation_id: string, query: Numbers): Promise<TurnPage> =>
  call(`usage?${queryOf(conversation_id, query)}`);

function queryOf(conversation_id: string, query: Numbers): URLSearchParams {
  const numbers = Object.entries(query).map(([name, value]) => [name, String(value)]);
  return new URLSearchParams([["conversation_id", conversation_id], ...numbers]);
}

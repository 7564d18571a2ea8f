/** The page's calls to the REST API. Browser side; a failed call throws what the server said. */
import type { OpenConversation } from "../gateway/open_conversation.ts";
import type { ConversationRow } from "../transcript/conversation_row.ts";
import type { SettingsChange } from "../transcript/meta.ts";
import { itemOf, type ListItem } from "../view/list_items.ts";
import type { EntryPage } from "./history.ts";
import type { Answer } from "../view/row_cards.tsx";

async function call<T>(path: string, body?: unknown, init: RequestInit = {}): Promise<T> {
  const response = await fetch(`/api/appserver/${path}`, {
    ...(body === undefined ? {} : {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
    ...init,
  });
  const answer = await response.json().catch(() => ({}));
  if (response.ok) return answer;
  if (response.status === 401) location.reload(); // The login page takes over.
  throw new Error(answer.message ?? `the server answered ${response.status}`);
}

/** The list of conversations, as the server has it; the archived ones where asked for. */
export async function listConversations(archived = false): Promise<ListItem[]> {
  const path = archived ? "conversations?archived=true" : "conversations";
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

export const createConversation = (): Promise<{ id: string }> => call("conversations", {});

export const sendMessage = (conversation_id: string, text: string): Promise<unknown> =>
  call("message", { conversation_id, text });

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
): Promise<EntryPage> => {
  const numbers = Object.entries(query).map(([name, value]) => [name, String(value)]);
  const search = new URLSearchParams([["conversation_id", conversation_id], ...numbers]);
  return call(`transcript/range?${search}`);
};

export const openConversation = (id: string): Promise<OpenConversation> =>
  call(`conversation?id=${encodeURIComponent(id)}`);

/**
 * The conversation that a request means: the one it names, else the current one. Says clearly when
 * there is none, when it was deleted, and when a tab means another one than it names.
 */
import { z } from "zod";
import { ActionFailure, unknownConversation } from "../gateway/failure.ts";
import type { Meta } from "../transcript/conversations.ts";
import type { Services } from "./services.ts";

/** What a tab may say about the conversation that it believes to be in. */
export const expectation = {
  expected_conversation: z.string().max(200).optional(),
  thread_id: z.string().max(200).nullable().optional(),
} as const;

export interface Expectation {
  readonly expected_conversation?: string | undefined;
  readonly thread_id?: string | null | undefined;
}

/** The meta of conversation `id`, or of the current one; throws what the caller is to be told. */
export async function conversationOf(
  { conversations }: Pick<Services, "conversations">,
  id: string | null | undefined,
  { expected_conversation, thread_id }: Expectation = {},
): Promise<Meta> {
  const meta = id ? await conversations.get(id) : await conversations.current();
  if (meta === null) {
    if (!id) throw new ActionFailure(404, "no_conversation", "no conversation is selected");
    throw await conversations.wasDeleted(id) ? deletedConversation(id) : unknownConversation(id);
  }
  if (expected_conversation !== undefined && expected_conversation !== meta.conversation_id) {
    throw stale(`another conversation is current (${meta.conversation_id})`);
  }
  if (thread_id !== undefined && thread_id !== meta.thread_id) {
    throw stale(`the conversation has another thread (${meta.thread_id ?? "none yet"})`);
  }
  return meta;
}

/** It was there, and is in the trash now. */
export function deletedConversation(id: string): ActionFailure {
  return new ActionFailure(404, "conversation_deleted", `the conversation "${id}" was deleted`);
}

function stale(reason: string): ActionFailure {
  return new ActionFailure(409, "stale_conversation", `${reason}: reload to go on`);
}

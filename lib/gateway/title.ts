/** The first message names the conversation; each one moves it to the top of the list. */
import { iso } from "../router/handler.ts";
import type { Conversations, Meta } from "../transcript/conversations.ts";

const LABEL_CHARACTERS = 80;

/** Names the conversation by its first message, and notes when it was used last. */
export async function namedBy(
  { conversations, now }: { readonly conversations: Conversations; readonly now: () => number },
  meta: Meta,
  text: string,
): Promise<void> {
  const label = meta.label !== "" ? meta.label : firstLine(text);
  await conversations.update(meta.conversation_id, { label, updated_at: iso(now()) });
}

/** The first line of a text, short enough for a list. */
export function firstLine(text: string): string {
  const line = text.trim().split("\n", 1)[0] ?? "";
  return line.length <= LABEL_CHARACTERS ? line : line.slice(0, LABEL_CHARACTERS - 1) + "…";
}

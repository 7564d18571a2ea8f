/** The part of the conversation list that a page brings along; the rest is read when it is there. */
import type { ConversationRow } from "../transcript/conversation_row.ts";
import { rowsOf } from "./conversation_calls.ts";
import type { Services } from "./services.ts";

/** More than fits on any screen, and little enough to send with each page. */
const FIRST_ROWS = 60;

export interface FirstRows {
  readonly rows: readonly ConversationRow[];
  /** There are more than these. */
  readonly more: boolean;
}

export async function firstRows(
  services: Pick<Services, "conversations" | "events" | "gateway">,
): Promise<FirstRows> {
  const rows = await rowsOf(services, { archived: false });
  return { rows: rows.slice(0, FIRST_ROWS), more: rows.length > FIRST_ROWS };
}

/** A conversation as a list or a script gets it. Pure. */
import { z } from "zod";
import { type Meta, metaSchema, statusOf } from "./meta.ts";

const { shape } = metaSchema;

export const conversationRow = z.object({
  id: z.string(),
  label: shape.label,
  thread_id: z.string().nullable(),
  status: z.enum(["draft", "active"]),
  cwd: z.string(),
  model: shape.model,
  approval: shape.approval,
  sandbox: shape.sandbox,
  reasoning_effort: shape.reasoning_effort,
  summary: shape.summary,
  message_mode: shape.message_mode,
  pinned: z.boolean(),
  archived: z.boolean(),
  markdown: z.boolean(),
  command_output_lines: z.number(),
  rollout_path: z.string().nullable(),
  forked_from: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  last_activity_at: z.string(),
  /** Whether a turn runs in it now, and how many approvals wait for a person. */
  running: z.boolean(),
  approvals: z.number(),
  /** Events from outside that nobody has seen. */
  events: z.number(),
});
export type ConversationRow = z.infer<typeof conversationRow>;

/** What is going on in a conversation. */
export type RowActivity = Pick<ConversationRow, "running" | "approvals" | "events">;

const QUIET: RowActivity = { running: false, approvals: 0, events: 0 };

/** The row of a conversation in which something last happened at that time. */
export function rowOf(
  meta: Meta,
  lastActivityMs: number,
  activity: RowActivity = QUIET,
): ConversationRow {
  const last = Math.max(lastActivityMs, Date.parse(meta.updated_at) || 0);
  return conversationRow.parse({
    ...meta,
    ...activity,
    id: meta.conversation_id,
    status: statusOf(meta),
    last_activity_at: new Date(last).toISOString(),
  });
}

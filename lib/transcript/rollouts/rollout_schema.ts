/** Rollouts as they are answered. */
import { z } from "zod";
import { entrySchema } from "../entry_schema.ts";

export const rolloutRow = z.object({
  path: z.string(),
  thread_id: z.string(),
  conversation_id: z.string().nullable(),
  cwd: z.string().nullable(),
  model: z.string().nullable(),
  started_at: z.string().nullable(),
  modified_at: z.string(),
  bytes: z.number(),
  first_message: z.string().nullable(),
  problem: z.object({ line: z.number(), message: z.string() }).nullable(),
});

export const rolloutPreview = rolloutRow.extend({ entries: z.array(entrySchema).readonly() });

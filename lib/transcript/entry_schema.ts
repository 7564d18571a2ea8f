/** Entries and ranges as they are answered. Each role has fields of its own; they pass as they are. */
import { z } from "zod";
import type { EntryShape } from "./entry_line.ts";

export const entrySchema: z.ZodType<EntryShape, EntryShape> = z.looseObject({
  id: z.string(),
  ts: z.string(),
  role: z.string(),
});

export const rangeSchema = z.object({
  entries: z.array(entrySchema),
  first: z.number().int(),
  last: z.number().int(),
  total: z.number().int(),
});

/**
 * Rows that a client adds to a transcript: a note, an error of its own, a command that it ran. It
 * cannot speak for the person or the agent; ids and times are ours. Kept first, then shown.
 */
import { z } from "zod";
import type { Hub } from "../hub/hub.ts";
import { type Change, entryOf } from "../router/change.ts";
import type { Conversations } from "../transcript/conversations.ts";

/** Larger than any note; the request's body is capped besides. */
const MAX_TEXT = 64 * 1024;
const text = z.string().max(MAX_TEXT);
const shown = text.refine((value) => value.trim() !== "", "must not be empty");

/** What a client may append. */
export const clientEntry = z.discriminatedUnion("role", [
  z.strictObject({ role: z.literal("notice"), text: shown }),
  z.strictObject({ role: z.literal("error"), text: shown }),
  z.strictObject({
    role: z.literal("shell_output"),
    command: shown,
    cwd: z.string().max(4096).default(""),
    stdout: text.default(""),
    stderr: text.default(""),
    exit_code: z.number().int().nullable().default(null),
    duration_ms: z.number().min(0).nullable().default(null),
  }),
], { error: "expected the role notice, error or shell_output" });
export type ClientEntry = z.infer<typeof clientEntry>;

/** Appends the entries and shows them; the numbers that they got. */
export async function appendClientEntries(
  { conversations, hub }: { readonly conversations: Conversations; readonly hub: Hub },
  conversationId: string,
  entries: readonly ClientEntry[],
  ts: string,
): Promise<{ ids: string[]; numbers: number[] }> {
  const changes = entries.flatMap((entry) => changesOf(entry, `client:${crypto.randomUUID()}`, ts));
  const kept = changes.map(entryOf).filter((entry) => entry !== null);
  const numbers = await conversations.transcript(conversationId).append(kept);
  for (const change of changes) hub.publish(conversationId, change, ts);
  return { ids: kept.map(({ id }) => id), numbers };
}

function changesOf(entry: ClientEntry, id: string, ts: string): Change[] {
  switch (entry.role) {
    case "notice":
      return [{ type: "notice", entry: { id, ts, ...entry, kind: "hook" } }];
    case "error":
      return [{ type: "error", entry: { id, ts, ...entry } }];
    case "shell_output": {
      const { command, cwd, exit_code } = entry;
      const status = exit_code === 0 ? "completed" : "failed";
      const place = Date.parse(ts) * 1_000;
      const input = { id: `${id}:input`, ts, role: "shell_input" as const, command, cwd };
      return [
        { type: "shell_begin", id, ts, place, command, cwd, entry: input },
        { type: "shell_end", entry: { id, ts, ...entry, status } },
      ];
    }
  }
}

import { z } from "zod";
import { readJson } from "../../../../lib/http/body.ts";
import { conversationRowOf } from "../../../../lib/http/conversation_calls.ts";
import { reply } from "../../../../lib/http/reply.ts";
import { rolloutName, rolloutOf } from "../../../../lib/http/rollout_of.ts";
import { define } from "../../../../lib/http/services.ts";
import { conversationRow } from "../../../../lib/transcript/conversation_row.ts";

const Import = z.strictObject({ ...rolloutName, fresh: z.boolean().default(false) });
const Imported = z.object({
  ok: z.literal(true),
  id: z.string(),
  existing: z.boolean(),
  entries: z.number(),
  conversation: conversationRow,
});
const Running = z.object({ ok: z.literal(true), importing: z.literal(true), path: z.string() });
const Corrupt = z.object({
  ok: z.literal(false),
  code: z.literal("corrupt_rollout"),
  line: z.number(),
  message: z.string(),
  can_start_fresh: z.literal(true),
});

/** A longer import goes on by itself; asking again joins it. */
const WAIT_MS = 20_000;

export const handler = define.handlers({
  /** Makes a conversation of a rollout, or gives the one that was made of it before. */
  async POST(ctx) {
    const { services } = ctx.state;
    const { fresh, ...name } = await readJson(ctx.req, Import);
    const file = await rolloutOf(services, name);
    const now = new Date().toISOString();
    const outcome = await services.rollouts.importWithin(WAIT_MS, file, fresh, now);
    if (outcome === null) {
      return reply(Running, { ok: true, importing: true, path: file.path }, { status: 202 });
    }
    if (!outcome.ok) {
      const message = `line ${outcome.line} of the rollout is damaged: ${outcome.message}`;
      const told = { line: outcome.line, message, can_start_fresh: true } as const;
      return reply(Corrupt, { ok: false, code: "corrupt_rollout", ...told }, { status: 422 });
    }
    const { meta, existing, entries } = outcome;
    const conversation = conversationRowOf(services, meta);
    const answer = { id: meta.conversation_id, existing, entries, conversation };
    return reply(Imported, { ok: true, ...answer }, { status: existing ? 200 : 201 });
  },
});

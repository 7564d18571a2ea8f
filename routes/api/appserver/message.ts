import { z } from "zod";
import { readJson } from "../../../lib/http/body.ts";
import { define } from "../../../lib/http/services.ts";

/** codex refuses more than this many characters. */
const MAX_TEXT = 1_048_576;
const Message = z.object({
  conversation_id: z.string(),
  text: z.string().max(MAX_TEXT).refine((text) => text.trim() !== "", "must not be empty"),
});

export const handler = define.handlers({
  async POST(ctx) {
    const { conversation_id, text } = await readJson(ctx.req, Message, 4 * MAX_TEXT);
    const sent = await ctx.state.services.gateway.message(conversation_id, text);
    return ctx.json({ ok: true, ...sent }, { status: 202 });
  },
});

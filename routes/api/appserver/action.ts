import { z } from "zod";
import { ACTION_NAMES } from "../../../lib/gateway/actions.ts";
import { readJson } from "../../../lib/http/body.ts";
import { define } from "../../../lib/http/services.ts";

const Action = z.object({
  conversation_id: z.string(),
  action: z.enum(ACTION_NAMES),
  label: z.string().max(200).optional(),
  turn_id: z.string().max(200).optional(),
  branch: z.string().min(1).max(300).optional(),
  commit: z.string().min(1).max(100).optional(),
  instructions: z.string().min(1).max(100_000).optional(),
});

/** Compact, review, fork, rename and the like; the page's slash commands. */
export const handler = define.handlers({
  async POST(ctx) {
    const { conversation_id, action, ...options } = await readJson(ctx.req, Action);
    const result = await ctx.state.services.gateway.act(conversation_id, action, options);
    return ctx.json({ ok: true, ...result }, { status: action === "fork" ? 201 : 200 });
  },
});

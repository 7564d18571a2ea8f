import { z } from "zod";
import { readJson } from "../../../lib/http/body.ts";
import { define } from "../../../lib/http/services.ts";

const Approval = z.object({
  conversation_id: z.string(),
  approval_id: z.string(),
  decision: z.string(),
  answer: z.record(z.string(), z.json()).optional(),
});

export const handler = define.handlers({
  async POST(ctx) {
    const { conversation_id, approval_id, decision, answer } = await readJson(ctx.req, Approval);
    await ctx.state.services.gateway.decide(conversation_id, approval_id, decision, answer);
    return ctx.json({ ok: true });
  },
});

import { z } from "zod";
import { readJson } from "../../../lib/http/body.ts";
import { conversationOf, expectation } from "../../../lib/http/conversation_of.ts";
import { define } from "../../../lib/http/services.ts";

const Approval = z.object({
  conversation_id: z.string().min(1),
  approval_id: z.string(),
  decision: z.string(),
  answer: z.record(z.string(), z.json()).optional(),
  ...expectation,
});

export const handler = define.handlers({
  async POST(ctx) {
    const { services } = ctx.state;
    const body = await readJson(ctx.req, Approval);
    const { approval_id, decision, answer } = body;
    const { conversation_id } = await conversationOf(services, body.conversation_id, body);
    await services.gateway.decide(conversation_id, approval_id, decision, answer);
    return ctx.json({ ok: true });
  },
});

import { z } from "zod";
import { readJson } from "../../../../../lib/http/body.ts";
import { conversationOf, expectation } from "../../../../../lib/http/conversation_of.ts";
import { reply } from "../../../../../lib/http/reply.ts";
import { define } from "../../../../../lib/http/services.ts";

const Fork = z.strictObject({
  label: z.string().max(200).optional(),
  turn_id: z.string().max(200).optional(),
  ...expectation,
});
const Forked = z.object({
  ok: z.literal(true),
  id: z.string(),
  thread_id: z.string().nullable(),
});

export const handler = define.handlers({
  /** A new conversation that goes on from here, or from the end of turn `turn_id`. */
  async POST(ctx) {
    const { services } = ctx.state;
    const { label, turn_id, ...expected } = await readJson(ctx.req, Fork);
    const { conversation_id } = await conversationOf(services, ctx.params.id, expected);
    const fork = await services.gateway.act(conversation_id, "fork", { label, turn_id });
    const { id, thread_id } = fork;
    return reply(Forked, { ok: true, id: id ?? "", thread_id: thread_id ?? null }, { status: 201 });
  },
});

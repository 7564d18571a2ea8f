import { z } from "zod";
import { unknownConversation } from "../../../../../lib/gateway/failure.ts";
import { conversationRowOf } from "../../../../../lib/http/conversation_calls.ts";
import { reply } from "../../../../../lib/http/reply.ts";
import { define } from "../../../../../lib/http/services.ts";
import { conversationRow } from "../../../../../lib/transcript/conversation_row.ts";

const One = z.object({ ok: z.literal(true), conversation: conversationRow });

export const handler = define.handlers({
  /** Brings a deleted conversation back. */
  async POST(ctx) {
    const { services } = ctx.state;
    const meta = await services.conversations.restore(ctx.params.id ?? "");
    if (meta === null) throw unknownConversation(ctx.params.id ?? "");
    return reply(One, { ok: true, conversation: conversationRowOf(services, meta) });
  },
});

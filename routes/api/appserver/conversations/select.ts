import { z } from "zod";
import { readJson } from "../../../../lib/http/body.ts";
import { conversationRowOf } from "../../../../lib/http/conversation_calls.ts";
import { conversationOf } from "../../../../lib/http/conversation_of.ts";
import { reply } from "../../../../lib/http/reply.ts";
import { define } from "../../../../lib/http/services.ts";
import { conversationRow } from "../../../../lib/transcript/conversation_row.ts";

const Select = z.object({ id: z.string() });
const Selected = z.object({ ok: z.literal(true), conversation: conversationRow });

export const handler = define.handlers({
  /** Makes a conversation the one that calls without an id mean. */
  async POST(ctx) {
    const { services } = ctx.state;
    const { id } = await readJson(ctx.req, Select);
    const meta = await conversationOf(services, id || "none");
    await services.conversations.select(id);
    return reply(Selected, { ok: true, conversation: conversationRowOf(services, meta) });
  },
});

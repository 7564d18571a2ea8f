import { z } from "zod";
import { readJson } from "../../../lib/http/body.ts";
import { changeSettings } from "../../../lib/http/conversation_calls.ts";
import { conversationOf, expectation } from "../../../lib/http/conversation_of.ts";
import { readQuery } from "../../../lib/http/query.ts";
import { reply } from "../../../lib/http/reply.ts";
import { define } from "../../../lib/http/services.ts";
import { conversationRow } from "../../../lib/transcript/conversation_row.ts";
import { settingsChange } from "../../../lib/transcript/meta.ts";

const Query = z.object({ id: z.string().optional(), conversation_id: z.string().optional() });
const Change = settingsChange.extend({
  conversation_id: z.string().max(200).optional(),
  ...expectation,
});
const Changed = z.object({ ok: z.literal(true), conversation: conversationRow });

export const handler = define.handlers({
  /** Everything that a page needs to show a conversation and to go on from there. */
  async GET(ctx) {
    const { services } = ctx.state;
    const { id, conversation_id } = readQuery(ctx.url, Query);
    const meta = await conversationOf(services, id ?? conversation_id);
    return ctx.json(await services.gateway.open(meta.conversation_id));
  },
  /** Changes settings of the named or the current conversation. */
  async POST(ctx) {
    const { services } = ctx.state;
    const { conversation_id, expected_conversation, thread_id, ...change } = await readJson(
      ctx.req,
      Change,
    );
    const expected = { expected_conversation, thread_id };
    const meta = await conversationOf(services, conversation_id, expected);
    const conversation = await changeSettings(services, meta.conversation_id, change);
    return reply(Changed, { ok: true, conversation });
  },
});

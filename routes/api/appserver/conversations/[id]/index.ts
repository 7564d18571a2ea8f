import { z } from "zod";
import { readJson } from "../../../../../lib/http/body.ts";
import { changeSettings, conversationRowOf } from "../../../../../lib/http/conversation_calls.ts";
import { conversationOf, expectation } from "../../../../../lib/http/conversation_of.ts";
import { queryBoolean, readQuery } from "../../../../../lib/http/query.ts";
import { reply } from "../../../../../lib/http/reply.ts";
import { define } from "../../../../../lib/http/services.ts";
import { conversationRow } from "../../../../../lib/transcript/conversation_row.ts";
import { settingsChange } from "../../../../../lib/transcript/meta.ts";

const Change = settingsChange.extend(expectation);
const Query = z.object({ permanent: queryBoolean.optional() });
const One = z.object({ ok: z.literal(true), conversation: conversationRow });
const Deleted = z.object({ ok: z.literal(true), restorable: z.boolean() });

export const handler = define.handlers({
  async GET(ctx) {
    const { services } = ctx.state;
    const meta = await conversationOf(services, ctx.params.id);
    return reply(One, { ok: true, conversation: conversationRowOf(services, meta) });
  },
  /** Renames, pins, archives, changes settings. */
  async PATCH(ctx) {
    const { services } = ctx.state;
    const { expected_conversation, thread_id, ...change } = await readJson(ctx.req, Change);
    const meta = await conversationOf(services, ctx.params.id, {
      expected_conversation,
      thread_id,
    });
    const conversation = await changeSettings(services, meta.conversation_id, change);
    return reply(One, { ok: true, conversation });
  },
  /** Stops its turn and moves it to the trash, or with `permanent=true` removes it for good. */
  async DELETE(ctx) {
    const { services } = ctx.state;
    const { permanent = false } = readQuery(ctx.url, Query);
    const { conversation_id } = await conversationOf(services, ctx.params.id);
    await services.conversations.delete(conversation_id, new Date().toISOString(), permanent);
    return reply(Deleted, { ok: true, restorable: !permanent });
  },
});

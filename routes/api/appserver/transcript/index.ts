import { z } from "zod";
import { conversationOf } from "../../../../lib/http/conversation_of.ts";
import { queryNumber, readQuery } from "../../../../lib/http/query.ts";
import { reply } from "../../../../lib/http/reply.ts";
import { define } from "../../../../lib/http/services.ts";
import { rangeSchema } from "../../../../lib/transcript/entry_schema.ts";
import { MAX_LIMIT } from "../../../../lib/transcript/range.ts";

const Query = z.object({
  conversation_id: z.string().optional(),
  limit: queryNumber(1, MAX_LIMIT).optional(),
});
const Transcript = rangeSchema.extend({
  conversation_id: z.string(),
  thread_id: z.string().nullable(),
});

export const handler = define.handlers({
  /** The latest entries of the named or the current conversation, with what they belong to. */
  async GET(ctx) {
    const { services } = ctx.state;
    const { conversation_id: id, limit = MAX_LIMIT } = readQuery(ctx.url, Query);
    const { conversation_id, thread_id } = await conversationOf(services, id);
    const range = await services.conversations.transcript(conversation_id).range({ limit });
    return reply(Transcript, { conversation_id, thread_id, ...range });
  },
});

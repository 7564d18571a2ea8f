import { z } from "zod";
import { conversationOf } from "../../../../lib/http/conversation_of.ts";
import { queryNumber, readQuery } from "../../../../lib/http/query.ts";
import { reply } from "../../../../lib/http/reply.ts";
import { define } from "../../../../lib/http/services.ts";
import { rangeSchema } from "../../../../lib/transcript/entry_schema.ts";
import { MAX_LIMIT } from "../../../../lib/transcript/range.ts";

const Query = z.object({
  conversation_id: z.string().optional(),
  before: queryNumber(0).optional(),
  after: queryNumber(0).optional(),
  limit: queryNumber(1, MAX_LIMIT).optional(),
});

export const handler = define.handlers({
  /** A page of entries by number, from 1 on: the last ones, or those before or after a number. */
  async GET(ctx) {
    const { services } = ctx.state;
    const { conversation_id: id, ...query } = readQuery(ctx.url, Query);
    const { conversation_id } = await conversationOf(services, id);
    return reply(
      rangeSchema,
      await services.conversations.transcript(conversation_id).range(query),
    );
  },
});

import { z } from "zod";
import { conversationOf } from "../../../lib/http/conversation_of.ts";
import { queryNumber, readQuery } from "../../../lib/http/query.ts";
import { define } from "../../../lib/http/services.ts";

const Query = z.object({
  conversation_id: z.string().optional(),
  before: queryNumber(0).optional(),
  limit: queryNumber(1, 500).default(60),
});

export const handler = define.handlers({
  /** What the latest turns took: tokens, context, time. */
  async GET(ctx) {
    const { services } = ctx.state;
    const { conversation_id: id, ...query } = readQuery(ctx.url, Query);
    const { conversation_id } = await conversationOf(services, id);
    const { turns } = await services.outlines.of(conversation_id);
    return Response.json(turns.page(query));
  },
});

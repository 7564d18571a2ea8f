import { z } from "zod";
import { conversationOf } from "../../../lib/http/conversation_of.ts";
import { queryNumber, readQuery } from "../../../lib/http/query.ts";
import { reply } from "../../../lib/http/reply.ts";
import { define } from "../../../lib/http/services.ts";

const Query = z.object({
  q: z.string().max(400).default(""),
  limit: queryNumber(1, 200).default(50),
  conversation_id: z.string().optional(),
});
const Found = z.object({
  hits: z.array(z.object({
    conversation_id: z.string(),
    label: z.string(),
    archived: z.boolean(),
    entry: z.number(),
    role: z.string(),
    ts: z.string(),
    snippet: z.string(),
    marks: z.array(z.tuple([z.number(), z.number()]).readonly()),
  })),
  indexing: z.boolean(),
});

export const handler = define.handlers({
  /** Entries of all conversations, or of one, that have the words of `q`; the latest first. */
  async GET(ctx) {
    const { services } = ctx.state;
    const query = readQuery(ctx.url, Query);
    if (query.conversation_id !== undefined) await conversationOf(services, query.conversation_id);
    return reply(Found, await services.search.find(query));
  },
});

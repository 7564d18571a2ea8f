import { z } from "zod";
import { queryNumber, readQuery } from "../../../../lib/http/query.ts";
import { reply } from "../../../../lib/http/reply.ts";
import { define } from "../../../../lib/http/services.ts";
import { rolloutRow } from "../../../../lib/transcript/rollouts/rollout_schema.ts";

const Query = z.object({
  limit: queryNumber(1, 100).default(30),
  cursor: z.string().max(400).optional(),
});
const List = z.object({ rollouts: z.array(rolloutRow), next: z.string().nullable() });

export const handler = define.handlers({
  /** The agent's own session files, newest first; `cursor` is the `next` of the page before. */
  async GET(ctx) {
    const { limit, cursor = null } = readQuery(ctx.url, Query);
    return reply(List, await ctx.state.services.rollouts.list(limit, cursor));
  },
});

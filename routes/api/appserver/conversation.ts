import { define } from "../../../lib/http/services.ts";

/** Everything that a page needs to show a conversation and to go on from there. */
export const handler = define.handlers({
  GET: async (ctx) =>
    ctx.json(await ctx.state.services.gateway.open(ctx.url.searchParams.get("id") ?? "")),
});

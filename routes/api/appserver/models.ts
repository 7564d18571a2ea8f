import { define } from "../../../lib/http/services.ts";

/** The models of the agent, each with the efforts that it supports. */
export const handler = define.handlers({
  GET: async (ctx) => ctx.json({ data: await ctx.state.services.gateway.models() }),
});

import { define } from "../../lib/http/services.ts";

/** The processes of this runtime, newest first. */
export const handler = define.handlers({
  GET: async (ctx) => ctx.json({ shells: await ctx.state.services.shells.list() }),
});

import { readJson } from "../../../lib/http/body.ts";
import { reply } from "../../../lib/http/reply.ts";
import { define } from "../../../lib/http/services.ts";
import { defaultsSchema } from "../../../lib/transcript/defaults.ts";

/** What a new conversation is given where its maker does not say. */
export const handler = define.handlers({
  GET: async (ctx) => reply(defaultsSchema, await ctx.state.services.defaults.get()),
  async PATCH(ctx) {
    const change = await readJson(ctx.req, defaultsSchema);
    return reply(defaultsSchema, await ctx.state.services.defaults.change(change));
  },
});

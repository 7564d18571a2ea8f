import { readJson } from "../../../../lib/http/body.ts";
import { changePolicy, eventPolicy, policyOf } from "../../../../lib/http/event_policy.ts";
import { reply } from "../../../../lib/http/reply.ts";
import { define } from "../../../../lib/http/services.ts";

/** What decides about events from outside. */
export const handler = define.handlers({
  GET: (ctx) => reply(eventPolicy, policyOf(ctx.state.services)),
  async PUT(ctx) {
    const policy = await readJson(ctx.req, eventPolicy);
    return reply(eventPolicy, await changePolicy(ctx.state.services, policy));
  },
});

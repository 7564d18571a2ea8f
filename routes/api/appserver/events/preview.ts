import { readJson } from "../../../../lib/http/body.ts";
import { policyTrial, tryPolicy } from "../../../../lib/http/event_policy.ts";
import { define } from "../../../../lib/http/services.ts";

/** What would become of an event, also under a policy that is not saved. Keeps nothing. */
export const handler = define.handlers({
  async POST(ctx) {
    const trial = await readJson(ctx.req, policyTrial);
    return Response.json(await tryPolicy(ctx.state.services, trial));
  },
});

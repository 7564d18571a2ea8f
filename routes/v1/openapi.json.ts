import { openApi } from "../../lib/events/openapi.ts";
import { define } from "../../lib/http/services.ts";

/** The description of `/v1`, made from the schemas that check it. Holds no secret. */
export const handler = define.handlers({
  GET: (ctx) => ctx.json(openApi(ctx.state.services.version)),
});

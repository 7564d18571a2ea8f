import { openApi } from "../../lib/http/openapi.ts";
import { define } from "../../lib/http/services.ts";

/** The description of the service, made from the schemas that check it. Holds no secret. */
export const handler = define.handlers({
  GET: (ctx) => ctx.json(openApi(ctx.state.services.version)),
});

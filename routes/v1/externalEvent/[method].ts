import { define } from "../../../lib/http/services.ts";
import { eventCall } from "../../../lib/http/v1.ts";

/** The protocol extension `externalEvent/publish|list|ack` over HTTP. */
export const handler = define.handlers((ctx) =>
  eventCall(ctx, `externalEvent/${ctx.params["method"] ?? ""}`)
);

import { define } from "../../lib/http/services.ts";
import { eventCall } from "../../lib/http/v1.ts";

/** `events`, `events:batch`, `events:preview`, `events:ack`. */
export const handler = define.handlers((ctx) => eventCall(ctx, ctx.params["call"] ?? ""));

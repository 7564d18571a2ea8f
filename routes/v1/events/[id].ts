import { define } from "../../../lib/http/services.ts";
import { eventReceipt } from "../../../lib/http/v1.ts";

/** The receipt of an event, at once or when a state is reached. */
export const handler = define.handlers({
  GET: (ctx) => eventReceipt(ctx, decoded(ctx.params["id"] ?? "")),
});

function decoded(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

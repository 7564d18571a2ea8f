import { errorAnswer } from "../../../lib/http/answers.ts";
import { readBytes } from "../../../lib/http/body.ts";
import { define } from "../../../lib/http/services.ts";
import { MAX_HOOK_BYTES } from "../../../lib/webhooks/webhooks.ts";

/** A delivery of another service; the sender's own signature is its credential. */
export const handler = define.handlers(async ({ req, params, state }) => {
  if (req.method !== "POST") {
    const allow = { allow: "POST" };
    return errorAnswer(405, "method_not_allowed", "a hook takes POST", allow);
  }
  const { status, body, retryAfterS } = await state.services.webhooks.receive(
    params["name"] ?? "",
    req.headers,
    () => readBytes(req, MAX_HOOK_BYTES),
    state.requestId,
  );
  const headers = retryAfterS === undefined ? undefined : { "retry-after": String(retryAfterS) };
  return Response.json(body, { status, ...(headers === undefined ? {} : { headers }) });
});

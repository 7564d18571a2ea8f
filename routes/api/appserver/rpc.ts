import { z } from "zod";
import { ActionFailure } from "../../../lib/gateway/failure.ts";
import { readJson } from "../../../lib/http/body.ts";
import { define } from "../../../lib/http/services.ts";
import type { JsonObject } from "../../../lib/protocol/message.ts";

const Id = z.union([z.number(), z.string().max(128)]);
const Call = z.object({
  id: Id.nullable().default(null),
  method: z.string().max(200),
  params: z.record(z.string(), z.json()).default({}),
  tab: z.string().min(1).max(128).nullable().default(null),
  conversation_id: z.string().nullable().default(null),
});
/** The answer to an approval, under the id of the app-server's request. */
const Answer = z.object({
  id: Id,
  result: z.looseObject({ decision: z.string() }),
});

/** JSON-RPC for scripts and tabs: an allowed method, or the answer to an approval. */
export const handler = define.handlers({
  async POST(ctx) {
    const { gateway } = ctx.state.services;
    const body = await readJson(ctx.req, z.union([Call, Answer]));
    if ("method" in body) {
      const { id, method, tab, conversation_id } = body;
      const params = body.params as JsonObject;
      const result = await gateway.rpc({
        id,
        method,
        params,
        tab,
        conversationId: conversation_id,
      });
      return ctx.json({ ok: true, id, result });
    }
    const waiting = gateway.approvalOfRequest(body.id);
    if (waiting === null) {
      throw new ActionFailure(409, "already_decided", "no approval waits under this id");
    }
    await gateway.decide(waiting.conversationId, waiting.approvalId, body.result.decision);
    return ctx.json({ ok: true, id: body.id });
  },
});

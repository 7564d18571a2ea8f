import { z } from "zod";
import { readJson } from "../../../lib/http/body.ts";
import { conversationOf } from "../../../lib/http/conversation_of.ts";
import { define } from "../../../lib/http/services.ts";

const Record = z.object({
  conversation_id: z.string().optional(),
  approval_id: z.string().min(1).max(300).optional(),
  turn_id: z.string().max(200).optional(),
  status: z.enum(["accepted", "declined"]),
  path: z.string().max(4096).optional(),
  diff: z.string().max(1_000_000).optional(),
  command: z.string().max(100_000).optional(),
});

/** Records a decision that was made by other means; those made by `approval` record themselves. */
export const handler = define.handlers({
  async POST(ctx) {
    const { services } = ctx.state;
    const { conversation_id: given, ...record } = await readJson(ctx.req, Record, 2_000_000);
    const { conversation_id } = await conversationOf(services, given);
    const id = await services.gateway.recordApproval(conversation_id, record);
    return ctx.json({ ok: true, id }, { status: 201 });
  },
});

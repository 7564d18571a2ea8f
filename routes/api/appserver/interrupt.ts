import { z } from "zod";
import { readJson } from "../../../lib/http/body.ts";
import { conversationOf, expectation } from "../../../lib/http/conversation_of.ts";
import { define } from "../../../lib/http/services.ts";

const Interrupt = z.object({
  conversation_id: z.string().min(1),
  /** The queue does not wait for a person but goes on. */
  continue_queue: z.boolean().default(false),
  ...expectation,
});

/** Stops the running turn. */
export const handler = define.handlers({
  async POST(ctx) {
    const { services } = ctx.state;
    const body = await readJson(ctx.req, Interrupt);
    const { conversation_id } = await conversationOf(services, body.conversation_id, body);
    await services.gateway.interrupt(conversation_id, body.continue_queue);
    return ctx.json({ ok: true });
  },
});

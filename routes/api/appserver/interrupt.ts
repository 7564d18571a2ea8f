import { z } from "zod";
import { readJson } from "../../../lib/http/body.ts";
import { define } from "../../../lib/http/services.ts";

const Interrupt = z.object({
  conversation_id: z.string(),
  /** The queue does not wait for a person but goes on. */
  continue_queue: z.boolean().default(false),
});

/** Stops the running turn. */
export const handler = define.handlers({
  async POST(ctx) {
    const { conversation_id, continue_queue } = await readJson(ctx.req, Interrupt);
    await ctx.state.services.gateway.interrupt(conversation_id, continue_queue);
    return ctx.json({ ok: true });
  },
});

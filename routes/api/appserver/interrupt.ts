import { z } from "zod";
import { readJson } from "../../../lib/http/body.ts";
import { define } from "../../../lib/http/services.ts";

const Interrupt = z.object({ conversation_id: z.string() });

export const handler = define.handlers({
  async POST(ctx) {
    const { conversation_id } = await readJson(ctx.req, Interrupt);
    await ctx.state.services.gateway.interrupt(conversation_id);
    return ctx.json({ ok: true });
  },
});

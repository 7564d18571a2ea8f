import { z } from "zod";
import { readJson } from "../../../lib/http/body.ts";
import { define } from "../../../lib/http/services.ts";

const MAX_TEXT = 1_048_576;
const Arrange = z.object({
  conversation_id: z.string(),
  /** The state that was edited; an older one is refused. */
  revision: z.number().int().optional(),
  items: z.array(z.object({
    id: z.string(),
    text: z.string().max(MAX_TEXT).refine((text) => text.trim() !== "", "must not be empty")
      .optional(),
  })).max(1_000),
});
const Continue = z.object({ conversation_id: z.string(), action: z.literal("continue") });

/** The messages that wait: look, arrange anew, remove, go on. */
export const handler = define.handlers({
  async GET(ctx) {
    const id = ctx.url.searchParams.get("conversation_id") ?? "";
    return ctx.json(await ctx.state.services.gateway.queue(id));
  },
  async PUT(ctx) {
    const { conversation_id, revision = null, items } = await readJson(
      ctx.req,
      Arrange,
      8 * MAX_TEXT,
    );
    const { gateway } = ctx.state.services;
    return ctx.json({
      ok: true,
      ...await gateway.arrangeQueue(conversation_id, { items }, revision),
    });
  },
  /** `?conversation_id=&id=`; without an id, all of them. */
  async DELETE(ctx) {
    const { gateway } = ctx.state.services;
    const id = ctx.url.searchParams.get("conversation_id") ?? "";
    return ctx.json({
      ok: true,
      ...await gateway.removeQueued(id, ctx.url.searchParams.get("id")),
    });
  },
  async POST(ctx) {
    const { conversation_id } = await readJson(ctx.req, Continue);
    return ctx.json({
      ok: true,
      ...await ctx.state.services.gateway.continueQueue(conversation_id),
    });
  },
});

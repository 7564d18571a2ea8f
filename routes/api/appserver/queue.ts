import { z } from "zod";
import { readJson } from "../../../lib/http/body.ts";
import { conversationOf } from "../../../lib/http/conversation_of.ts";
import { define } from "../../../lib/http/services.ts";

const MAX_TEXT = 1_048_576;
const Arrange = z.object({
  conversation_id: z.string().min(1),
  /** The state that was edited; an older one is refused. */
  revision: z.number().int().optional(),
  items: z.array(z.object({
    id: z.string(),
    text: z.string().max(MAX_TEXT).refine((text) => text.trim() !== "", "must not be empty")
      .optional(),
  })).max(1_000),
});
const Continue = z.object({ conversation_id: z.string().min(1), action: z.literal("continue") });

/** The messages that wait: look, arrange anew, remove, go on. */
export const handler = define.handlers({
  async GET(ctx) {
    const { services } = ctx.state;
    const id = ctx.url.searchParams.get("conversation_id");
    const { conversation_id } = await conversationOf(services, id);
    return ctx.json(await services.gateway.queue(conversation_id));
  },
  async PUT(ctx) {
    const { conversation_id, revision = null, items } = await readJson(
      ctx.req,
      Arrange,
      8 * MAX_TEXT,
    );
    const { services } = ctx.state;
    await conversationOf(services, conversation_id);
    const queue = await services.gateway.arrangeQueue(conversation_id, { items }, revision);
    return ctx.json({ ok: true, ...queue });
  },
  /** `?conversation_id=&id=`; without an id, all of them. */
  async DELETE(ctx) {
    const { services } = ctx.state;
    const { searchParams } = ctx.url;
    const id = searchParams.get("conversation_id") ?? "none";
    const { conversation_id } = await conversationOf(services, id);
    const queue = await services.gateway.removeQueued(conversation_id, searchParams.get("id"));
    return ctx.json({ ok: true, ...queue });
  },
  async POST(ctx) {
    const { conversation_id } = await readJson(ctx.req, Continue);
    const { services } = ctx.state;
    await conversationOf(services, conversation_id);
    return ctx.json({ ok: true, ...await services.gateway.continueQueue(conversation_id) });
  },
});

import { z } from "zod";
import { readJson } from "../../../lib/http/body.ts";
import { conversationOf } from "../../../lib/http/conversation_of.ts";
import { readQuery } from "../../../lib/http/query.ts";
import { define } from "../../../lib/http/services.ts";

const Query = z.object({ conversation_id: z.string().max(200).optional() });
const Removal = Query.extend({ block_id: z.string().max(100).optional() });

const Attach = z.object({ conversation_id: z.string().max(200), block_id: z.string().max(100) });

/** The commands that go with the next message: look, add, take out. */
export const handler = define.handlers({
  async GET(ctx) {
    const { services } = ctx.state;
    const { conversation_id } = await conversationOf(
      services,
      readQuery(ctx.url, Query).conversation_id,
    );
    return ctx.json(await services.gateway.context.view(conversation_id));
  },
  /** Attaches a block of the shell, whoever ran it. */
  async POST(ctx) {
    const { services } = ctx.state;
    const body = await readJson(ctx.req, Attach);
    const { conversation_id } = await conversationOf(services, body.conversation_id);
    await services.gateway.shell.attach(conversation_id, body.block_id);
    return ctx.json({ ok: true, ...await services.gateway.context.view(conversation_id) });
  },
  /** `?conversation_id=&block_id=`; without a block, all of them. */
  async DELETE(ctx) {
    const { services } = ctx.state;
    const { conversation_id, block_id = null } = readQuery(ctx.url, Removal);
    const meta = await conversationOf(services, conversation_id);
    const left = await services.gateway.context.remove(meta.conversation_id, block_id);
    return ctx.json({ ok: true, ...left });
  },
});

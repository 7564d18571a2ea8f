import { z } from "zod";
import { readJson } from "../../../lib/http/body.ts";
import { define } from "../../../lib/http/services.ts";
import { unknownConversation } from "../../../lib/gateway/failure.ts";

const Mention = z.object({
  query: z.string().max(400),
  limit: z.int().min(1).max(100).default(30),
  conversation_id: z.string().nullish(),
});

/** The files and folders that a few letters may mean, relative to the conversation's folder. */
export const handler = define.handlers({
  async POST(ctx) {
    const { query, limit, conversation_id } = await readJson(ctx.req, Mention);
    const { conversations, files, cwd } = ctx.state.services;
    if (!conversation_id) return ctx.json({ files: await files.find(cwd, query, limit) });
    const meta = await conversations.get(conversation_id);
    if (meta === null) throw unknownConversation(conversation_id);
    return ctx.json({ files: await files.find(meta.cwd, query, limit) });
  },
});

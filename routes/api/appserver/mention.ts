import { z } from "zod";
import { readJson } from "../../../lib/http/body.ts";
import { define } from "../../../lib/http/services.ts";
import { conversationOf } from "../../../lib/http/conversation_of.ts";

const Mention = z.object({
  query: z.string().max(400),
  limit: z.int().min(1).max(100).default(30),
  conversation_id: z.string().nullish(),
});

/** The files and folders that a few letters may mean, relative to the conversation's folder. */
export const handler = define.handlers({
  async POST(ctx) {
    const { query, limit, conversation_id } = await readJson(ctx.req, Mention);
    const { services } = ctx.state;
    const { files, cwd } = services;
    if (!conversation_id) return ctx.json({ files: await files.find(cwd, query, limit) });
    const meta = await conversationOf(services, conversation_id);
    return ctx.json({ files: await files.find(meta.cwd, query, limit) });
  },
});

import { z } from "zod";
import { readJson } from "../../../lib/http/body.ts";
import { define } from "../../../lib/http/services.ts";

const Create = z.object({
  label: z.string().max(200).optional(),
  cwd: z.string().min(1).max(4096).optional(),
});

export const handler = define.handlers({
  async GET(ctx) {
    const metas = await ctx.state.services.conversations.list();
    const conversations = metas.map(({ conversation_id, label, thread_id, updated_at }) => ({
      id: conversation_id,
      label,
      thread_id,
      updated_at,
      status: thread_id === null ? "draft" : "active",
    }));
    return ctx.json({ conversations });
  },
  async POST(ctx) {
    const { conversations, cwd } = ctx.state.services;
    const { label, ...fields } = await readJson(ctx.req, Create);
    const meta = await conversations.create(
      { cwd: fields.cwd ?? cwd, ...(label === undefined ? {} : { label }) },
      new Date().toISOString(),
    );
    return ctx.json({ id: meta.conversation_id }, { status: 201 });
  },
});

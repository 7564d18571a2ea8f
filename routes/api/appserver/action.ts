import { z } from "zod";
import { ACTION_NAMES } from "../../../lib/gateway/actions.ts";
import { readJson } from "../../../lib/http/body.ts";
import { conversationOf, expectation } from "../../../lib/http/conversation_of.ts";
import { define } from "../../../lib/http/services.ts";

const Action = z.object({
  conversation_id: z.string().min(1),
  action: z.enum(ACTION_NAMES),
  label: z.string().max(200).optional(),
  turn_id: z.string().max(200).optional(),
  branch: z.string().min(1).max(300).optional(),
  commit: z.string().min(1).max(100).optional(),
  instructions: z.string().min(1).max(100_000).optional(),
  ...expectation,
});

/** Compact, review, fork, rename and the like; the page's slash commands. */
export const handler = define.handlers({
  async POST(ctx) {
    const { services } = ctx.state;
    const { conversation_id: id, action, expected_conversation, thread_id, ...options } =
      await readJson(ctx.req, Action);
    const expected = { expected_conversation, thread_id };
    const { conversation_id } = await conversationOf(services, id, expected);
    const result = await services.gateway.act(conversation_id, action, options);
    return ctx.json({ ok: true, ...result }, { status: action === "fork" ? 201 : 200 });
  },
});

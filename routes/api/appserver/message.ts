import { z } from "zod";
import { readJson } from "../../../lib/http/body.ts";
import { conversationOf, expectation } from "../../../lib/http/conversation_of.ts";
import { define } from "../../../lib/http/services.ts";

/** codex refuses more than this many characters. */
const MAX_TEXT = 1_048_576;
const Message = z.object({
  conversation_id: z.string().min(1),
  text: z.string().max(MAX_TEXT),
  mode: z.enum(["auto", "queue", "steer"]).default("auto"),
  client_id: z.string().regex(/^[\w.:-]{1,128}$/, "expected up to 128 of A-Z a-z 0-9 _ . : -")
    .optional(),
  /** Paths that `upload` gave. */
  images: z.array(z.string().min(1).max(4096)).max(20).optional(),
  ...expectation,
}).refine(({ text, images = [] }) => text.trim() !== "" || images.length > 0, {
  path: ["text"],
  message: "must not be empty",
});

/** Sends a message: a turn of its own, a word into the running one, or a place in the queue. */
export const handler = define.handlers({
  async POST(ctx) {
    const { services } = ctx.state;
    const body = await readJson(ctx.req, Message, 4 * MAX_TEXT);
    // The row of a message has this as its id: what was asked can be found again.
    const { text, mode, client_id: clientId = ctx.state.requestId, images } = body;
    const { conversation_id } = await conversationOf(services, body.conversation_id, body);
    const draft = { text, mode, clientId, images };
    const sent = await services.gateway.message(conversation_id, draft);
    return ctx.json({ ok: true, ...sent }, { status: 202 });
  },
});

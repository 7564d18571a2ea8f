import { z } from "zod";
import { appendClientEntries, clientEntry } from "../../../../lib/gateway/client_entries.ts";
import { readJson } from "../../../../lib/http/body.ts";
import { conversationOf, expectation } from "../../../../lib/http/conversation_of.ts";
import { reply } from "../../../../lib/http/reply.ts";
import { define } from "../../../../lib/http/services.ts";

const Append = z.strictObject({
  conversation_id: z.string().max(200).optional(),
  ...expectation,
  entries: z.array(clientEntry).min(1).max(100),
});
const Appended = z.object({
  ok: z.literal(true),
  ids: z.array(z.string()),
  numbers: z.array(z.number()),
});

export const handler = define.handlers({
  /** Adds rows of a client's own to a transcript. */
  async POST(ctx) {
    const { services } = ctx.state;
    const { conversation_id: id, entries, ...expected } = await readJson(ctx.req, Append);
    const { conversation_id } = await conversationOf(services, id, expected);
    const ts = new Date().toISOString();
    const appended = await appendClientEntries(services, conversation_id, entries, ts);
    return reply(Appended, { ok: true, ...appended }, { status: 201 });
  },
});

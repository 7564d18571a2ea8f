import { z } from "zod";
import { conversationOf } from "../../../../lib/http/conversation_of.ts";
import { agreed } from "../../../../lib/http/conversation_shell.ts";
import { queryNumber, readQuery } from "../../../../lib/http/query.ts";
import { define } from "../../../../lib/http/services.ts";

const MOST = 200;
const READ_BYTES = 1024 * 1024;
const Query = z.object({
  conversation_id: z.string().max(200).optional(),
  block_id: z.string().max(100).optional(),
  limit: queryNumber(1, MOST).optional(),
});

/** What was run in the conversation's shell, oldest first; with `block_id`, that one's text. */
export const handler = define.handlers({
  async GET(ctx) {
    const { services } = ctx.state;
    const { block_id, limit = 50, ...query } = readQuery(ctx.url, Query);
    const { conversation_id } = await conversationOf(services, query.conversation_id);
    const { agentShells } = services;
    if (block_id === undefined) {
      return ctx.json({ blocks: agreed(await agentShells.blocks(conversation_id, { limit })) });
    }
    const params = { block_id, max_bytes: READ_BYTES };
    return ctx.json(agreed(await agentShells.block(conversation_id, params)));
  },
});

import { readJson } from "../../../../lib/http/body.ts";
import {
  shellBodies,
  shellOf,
  shellStatus,
  shellStatusAnswer,
} from "../../../../lib/http/conversation_shell.ts";
import { reply } from "../../../../lib/http/reply.ts";
import { define } from "../../../../lib/http/services.ts";

/** Starts the conversation's shell, if none runs. */
export const handler = define.handlers({
  async POST(ctx) {
    const { services } = ctx.state;
    const { conversation_id, ...size } = await readJson(ctx.req, shellBodies.start);
    const { conversationId } = await shellOf(services, conversation_id, size);
    return reply(shellStatusAnswer, await shellStatus(services, conversationId));
  },
});

import { shellStatus, shellStatusAnswer } from "../../../../lib/http/conversation_shell.ts";
import { reply } from "../../../../lib/http/reply.ts";
import { define } from "../../../../lib/http/services.ts";

/** How the conversation's shell is. */
export const handler = define.handlers({
  async GET(ctx) {
    const id = ctx.url.searchParams.get("conversation_id") ?? undefined;
    return reply(shellStatusAnswer, await shellStatus(ctx.state.services, id));
  },
});

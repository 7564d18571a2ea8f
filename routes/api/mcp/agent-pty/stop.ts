import { readJson } from "../../../../lib/http/body.ts";
import { conversationOf } from "../../../../lib/http/conversation_of.ts";
import { shellBodies } from "../../../../lib/http/conversation_shell.ts";
import { define } from "../../../../lib/http/services.ts";

/** Ends the conversation's shell and all below it. */
export const handler = define.handlers({
  async POST(ctx) {
    const { services } = ctx.state;
    const body = await readJson(ctx.req, shellBodies.stop);
    const { conversation_id } = await conversationOf(services, body.conversation_id);
    return ctx.json({ ok: true, stopped: await services.agentShells.end(conversation_id) });
  },
});

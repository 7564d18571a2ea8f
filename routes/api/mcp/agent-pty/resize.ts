import { ActionFailure } from "../../../../lib/gateway/failure.ts";
import { readJson } from "../../../../lib/http/body.ts";
import { conversationOf } from "../../../../lib/http/conversation_of.ts";
import { agreed, shellBodies } from "../../../../lib/http/conversation_shell.ts";
import { define } from "../../../../lib/http/services.ts";

/** Gives the terminal another size. */
export const handler = define.handlers({
  async POST(ctx) {
    const { services } = ctx.state;
    const body = await readJson(ctx.req, shellBodies.resize);
    const { conversation_id } = await conversationOf(services, body.conversation_id);
    const shell = services.agentShells.running(conversation_id);
    if (shell === null) throw new ActionFailure(409, "no_shell", "the conversation has no shell");
    agreed(await shell.resize(body.cols, body.rows) ?? {});
    return ctx.json({ ok: true });
  },
});

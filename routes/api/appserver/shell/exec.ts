import { readJson } from "../../../../lib/http/body.ts";
import { execAnswer, execInShell, shellBodies } from "../../../../lib/http/conversation_shell.ts";
import { reply } from "../../../../lib/http/reply.ts";
import { define } from "../../../../lib/http/services.ts";

/** Runs a command in the conversation's shell, as `!command` does. */
export const handler = define.handlers({
  async POST(ctx) {
    const body = await readJson(ctx.req, shellBodies.exec);
    return reply(execAnswer, await execInShell(ctx.state.services, body, "exec"));
  },
});

import { agentStatus } from "../../../lib/http/agent_status.ts";
import { define } from "../../../lib/http/services.ts";

/** Stops the agent's process until somebody starts it again. */
export const handler = define.handlers({
  async POST(ctx) {
    const { services } = ctx.state;
    await services.appServer.stop();
    return ctx.json({ ok: true, ...agentStatus(services) });
  },
});

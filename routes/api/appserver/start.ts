import { notRunning } from "../../../lib/gateway/failure.ts";
import { agentStatus } from "../../../lib/http/agent_status.ts";
import { define } from "../../../lib/http/services.ts";

/** Starts the agent's process, or leaves the one that runs as it is. */
export const handler = define.handlers({
  async POST(ctx) {
    const { services } = ctx.state;
    await services.appServer.start().catch((error) => {
      throw notRunning(error.message);
    });
    return ctx.json({ ok: true, ...agentStatus(services) });
  },
});

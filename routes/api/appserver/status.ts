import { agentStatus } from "../../../lib/http/agent_status.ts";
import { define } from "../../../lib/http/services.ts";

export const handler = define.handlers({
  GET: (ctx) => ctx.json(agentStatus(ctx.state.services)),
});

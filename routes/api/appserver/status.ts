import { define } from "../../../lib/http/services.ts";

export const handler = define.handlers({
  GET(ctx) {
    const { appServer, agentShell, agent } = ctx.state.services;
    const { state, version, pid, restarts, problem } = appServer.status;
    return ctx.json({
      running: state === "running",
      state,
      agent,
      version,
      shell_id: agentShell.id,
      pid,
      restarts,
      problem,
    });
  },
});

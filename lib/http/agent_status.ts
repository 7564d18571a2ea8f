/** The state of the agent's process, as `status` and its kin answer it. */
import type { Services } from "./services.ts";

export function agentStatus({ appServer, agent, agentShell }: Services) {
  const { state, version, pid, restarts, problem } = appServer.status;
  return {
    running: state === "running",
    state,
    agent,
    version,
    shell_id: agentShell.id,
    pid,
    restarts,
    problem,
  };
}

import { EMPTY_LOG, type ShellRecord } from "../../lib/shells/record.ts";

/** A record with nothing special about it. */
export const RECORD: ShellRecord = {
  shell_id: "sh_0mdq3k2x1_0011aabb",
  ref: "a.jsonc#a",
  label: "a",
  backend: "pipe",
  subgroups: [],
  labels: {},
  cwd: "/",
  command: ["x"],
  status: "running",
  reason: null,
  pid: 1,
  since: "b.1",
  owner: { pid: 2, since: "b.2" },
  readiness: "none",
  created_at: "2026-01-01T00:00:00.000Z",
  ...{ started_at: null, ready_at: null, ended_at: null, restart_at: null },
  ...{ exit_code: null, signal: null, restarts: 0, restart_policy: "never" },
  logs: { stdout: EMPTY_LOG, stderr: EMPTY_LOG },
  log_problem: null,
};

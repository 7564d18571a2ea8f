/**
 * The record of a shell before its first start: who it is and what it is to run, without anything
 * that must not be written down.
 */
import type { Launch } from "./launch.ts";
import { EMPTY_LOG, type ProcessName, type ShellRecord } from "./record.ts";

/** Which shell it is. */
export interface ShellIdentity {
  readonly id: string;
  readonly ref: string;
  readonly label: string;
  readonly folder: string;
}

/** The record to begin with. */
export function firstRecord(
  { id, ref, label }: ShellIdentity,
  launch: Launch,
  owner: ProcessName,
  created_at: string,
): ShellRecord {
  const { subgroups, labels, cwd, command } = launch.shown;
  return {
    ...{ shell_id: id, ref, label, backend: launch.backend },
    ...{ subgroups: [...subgroups], labels, cwd, command: [...command] },
    ...{ status: "stopped", reason: null, pid: null, since: null, owner },
    ...{ readiness: launch.readiness.kind, restart_policy: launch.restart.policy },
    ...{ created_at, started_at: null, ready_at: null, ended_at: null, restart_at: null },
    ...{ exit_code: null, signal: null, restarts: 0 },
    logs: { stdout: EMPTY_LOG, stderr: EMPTY_LOG },
    log_problem: null,
  };
}

/**
 * What is written down about one shell. A record outlives its process and its server; it never
 * holds a value of the environment.
 */
import { z } from "zod";

/**
 * - `starting`: it runs, and is not ready yet
 * - `running`: it is ready
 * - `waiting`: it ended and will be started again at `restart_at`
 * - `stopped`: it was told to end
 * - `exited`: it ended by itself, and its spec leaves it at that
 * - `failed`: it could not be started, or was given up
 * - `lost`: its server died; what was left of it was ended at the next start
 */
export const SHELL_STATUS = [
  ...["starting", "running", "waiting", "stopped", "exited", "failed", "lost"] as const,
];
export type ShellStatus = typeof SHELL_STATUS[number];

/** Tells a process from a later one with the same id. */
const processName = z.looseObject({ pid: z.int(), since: z.string().nullable() });
/** Where a log's files begin, in bytes since the shell's first one. */
const logPlace = z.looseObject({
  /** Where the current file begins. */
  start: z.int().min(0),
  /** Where the older file begins; equal to `start` if there is none. */
  older: z.int().min(0),
  /** Bytes that were never written, because the disk was slow or full. */
  dropped: z.int().min(0),
});

/** Loose: fields of a later version are kept when the record is written again. */
export const recordSchema = z.looseObject({
  shell_id: z.string(),
  ref: z.string(),
  label: z.string(),
  backend: z.enum(["pipe", "pty", "host"]),
  subgroups: z.array(z.string()),
  labels: z.record(z.string(), z.string()),
  cwd: z.string(),
  /** With `${env:…}` as it is written in the spec. */
  command: z.array(z.string()),
  status: z.enum(SHELL_STATUS),
  /** Why it is not running, in a few words; null while it is. */
  reason: z.string().nullable(),
  pid: z.int().nullable(),
  /** The process's start, as the system tells it; see {@link processName}. */
  since: z.string().nullable(),
  /** The server that started it. */
  owner: processName,
  readiness: z.string(),
  created_at: z.string(),
  started_at: z.string().nullable(),
  ready_at: z.string().nullable(),
  ended_at: z.string().nullable(),
  restart_at: z.string().nullable(),
  exit_code: z.int().nullable(),
  signal: z.string().nullable(),
  restarts: z.int().min(0),
  restart_policy: z.string(),
  logs: z.looseObject({ stdout: logPlace, stderr: logPlace }),
  log_problem: z.string().nullable(),
});

export type ShellRecord = z.infer<typeof recordSchema>;
export type LogPlace = z.infer<typeof logPlace>;
export type ProcessName = z.infer<typeof processName>;
export type LogStream = "stdout" | "stderr";

/** The place of a log that has nothing in it. */
export const EMPTY_LOG: LogPlace = { start: 0, older: 0, dropped: 0 };

/** True while there is a process, or will be one again. */
export function isLive({ status }: Pick<ShellRecord, "status">): boolean {
  return status === "starting" || status === "running" || status === "waiting";
}

const ID = /^sh_[0-9a-z]{8,10}_[0-9a-f]{8}$/;

/** An id that sorts by time; it is a folder's name and a mark in the process's environment. */
export function newShellId(nowMs: number, random: () => string): string {
  return `sh_${nowMs.toString(36).padStart(9, "0")}_${random()}`;
}

/** Guards the paths that are made from ids. */
export function isShellId(text: string): boolean {
  return ID.test(text);
}

/**
 * Brings records in line with what is really there: a shell whose server died is ended and its
 * record closed. A shell of a server that lives, be it another one, is left alone.
 */
import { join } from "@std/path";
import { writeJsonFile } from "../disk/json_file.ts";
import type { Clock } from "./clock.ts";
import type { Processes, ProcessInfo } from "./processes.ts";
import { isLive, isShellId, type ProcessName, type ShellRecord } from "./record.ts";
import { readRecord, RECORD_NAME } from "./record_file.ts";
import { runtimesFolder, shellsFolder } from "./runtime.ts";
import { sweep } from "./sweep.ts";

/** What reconciling needs around it. */
export interface ReconcileSurroundings {
  readonly processes: Processes;
  readonly clock: Clock;
  readonly log: (line: string) => void;
}

/** Closes what dead servers left in one runtime; `all` are the processes that live now. */
export async function reconcileRuntime(
  runtime: string,
  all: readonly ProcessInfo[],
  around: ReconcileSurroundings,
): Promise<void> {
  for (const folder of await shellFolders(runtime)) {
    const read = await readRecord(folder);
    if (!read.ok) {
      around.log(`a shell's record cannot be read, and is left alone: ${read.problem}`);
    } else if (isAbandoned(read.record, all)) {
      await close(folder, read.record, around);
    }
  }
}

/** Closes what dead servers left anywhere in a home. */
export async function reconcileHome(home: string, around: ReconcileSurroundings): Promise<void> {
  const all = await around.processes.list();
  for (const name of await folderNames(runtimesFolder(home))) {
    await reconcileRuntime(join(runtimesFolder(home), name), all, around);
  }
}

/** The folders of a runtime's shells, oldest first. */
export async function shellFolders(runtime: string): Promise<string[]> {
  const names = await folderNames(shellsFolder(runtime));
  return names.filter(isShellId).sort().map((name) => join(shellsFolder(runtime), name));
}

/** The names of the folders in a folder; none if there is no such folder. */
export async function folderNames(folder: string): Promise<string[]> {
  const names: string[] = [];
  try {
    for await (const { name, isDirectory } of Deno.readDir(folder)) {
      if (isDirectory) names.push(name);
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  return names;
}

/** True if that very process lives, not just one with its id. */
export function isAlive({ pid, since }: ProcessName, all: readonly ProcessInfo[]): boolean {
  return all.some((process) => process.pid === pid && process.since === since);
}

/** A host is made to outlive its server for a while; everything else is not. */
function isAbandoned(record: ShellRecord, all: readonly ProcessInfo[]): boolean {
  if (!isLive(record) || isAlive(record.owner, all)) return false;
  const { backend, pid, since } = record;
  return backend !== "host" || pid === null || !isAlive({ pid, since }, all);
}

async function close(
  folder: string,
  record: ShellRecord,
  { processes, clock, log }: ReconcileSurroundings,
): Promise<void> {
  const { shell_id, label } = record;
  const ended = await sweep({ shellId: shell_id }, processes, clock, Deno.pid);
  const closed: ShellRecord = {
    ...record,
    status: "lost",
    reason: "its server ended without stopping it",
    pid: null,
    restart_at: null,
    ended_at: new Date(clock.now()).toISOString(),
  };
  await writeJsonFile(join(folder, RECORD_NAME), closed);
  if (ended > 0) log(`ended ${ended} left-over processes of ${label} (${shell_id})`);
}

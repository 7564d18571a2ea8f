/**
 * Keeps `runtimes/` from growing for ever: of each runtime the latest shells stay, of all
 * runtimes the latest used. What still runs is never removed.
 */
import { join } from "@std/path";
import type { ProcessInfo } from "./processes.ts";
import { isLive } from "./record.ts";
import { readRecord } from "./record_file.ts";
import { folderNames, isAlive, shellFolders } from "./reconcile.ts";
import { runtimesFolder } from "./runtime.ts";

/** How many stay. */
export interface Retention {
  readonly shells: number;
  readonly runtimes: number;
}

export const RETENTION: Retention = { shells: 12, runtimes: 24 };

/** Removes the oldest shells of a runtime beyond `keep`. */
export async function pruneShells(runtime: string, keep: number): Promise<void> {
  const folders = await shellFolders(runtime);
  for (const folder of folders.slice(0, Math.max(0, folders.length - keep))) {
    const read = await readRecord(folder);
    if (read.ok && isLive(read.record)) continue;
    await Deno.remove(folder, { recursive: true });
  }
}

/** Removes the runtimes that were not used for longest beyond `keep`; never `current`. */
export async function pruneRuntimes(
  home: string,
  current: string,
  all: readonly ProcessInfo[],
  keep: number,
): Promise<void> {
  const found: { path: string; used: number }[] = [];
  for (const name of await folderNames(runtimesFolder(home))) {
    const path = join(runtimesFolder(home), name);
    if (path !== current) found.push({ path, used: await lastUsed(path) });
  }
  found.sort((a, b) => b.used - a.used);
  for (const { path } of found.slice(Math.max(0, keep - 1))) {
    if (!await isInUse(path, all)) await Deno.remove(path, { recursive: true });
  }
}

async function lastUsed(runtime: string): Promise<number> {
  const info = await Deno.stat(join(runtime, "runtime.json")).catch(() => null);
  return info?.mtime?.getTime() ?? 0;
}

async function isInUse(runtime: string, all: readonly ProcessInfo[]): Promise<boolean> {
  for (const folder of await shellFolders(runtime)) {
    const read = await readRecord(folder);
    if (read.ok && isLive(read.record) && isAlive(read.record.owner, all)) return true;
  }
  return false;
}

/**
 * Ends what a shell has left behind: processes with its mark, those of its process group, those
 * that were below it, and whatever is below any of them. First kindly, then for sure.
 */
import type { Clock } from "./clock.ts";
import { descendantsOf, type Processes, type ProcessInfo } from "./processes.ts";

/** What is known of the shell whose remains are to go. */
export interface Remains {
  readonly shellId: string;
  /**
   * The process group, only where its leader was our child until a moment ago: later the number
   * may be somebody else's.
   */
  readonly group?: number;
  /** Processes that were below it earlier. */
  readonly known?: readonly ProcessInfo[];
}

const KIND_MS = 500;
const LOOK_EVERY_MS = 50;
const TRIES_TO_KILL = 20;

/** Ends them all; gives how many there were. */
export async function sweep(
  remains: Remains,
  processes: Processes,
  clock: Clock,
  self: number,
): Promise<number> {
  const look = () => find(remains, processes, self);
  const found = await look();
  let left = found;
  if (left.length === 0) return 0;
  await processes.signal("SIGTERM", left);
  for (let waited = 0; left.length > 0 && waited < KIND_MS; waited += LOOK_EVERY_MS) {
    await pause(clock, LOOK_EVERY_MS);
    left = await look();
  }
  // Again and again: one may have been born between the look and the signal.
  for (let tries = 0; left.length > 0 && tries < TRIES_TO_KILL; tries++) {
    await processes.signal("SIGKILL", left);
    await pause(clock, LOOK_EVERY_MS);
    left = await look();
  }
  return found.length;
}

async function find(remains: Remains, processes: Processes, self: number): Promise<number[]> {
  const { shellId, group, known = [] } = remains;
  const [marked, all] = await Promise.all([processes.marked(shellId), processes.list()]);
  const since = new Map(all.map((process) => [process.pid, process.since]));
  const roots = new Set(marked);
  for (const process of all) if (process.group === group) roots.add(process.pid);
  for (const process of known) {
    if (since.get(process.pid) === process.since) roots.add(process.pid);
  }
  const below = [...roots].flatMap((pid) => descendantsOf(pid, all)).map(({ pid }) => pid);
  // A dead process keeps its environment until it is collected: only the living count.
  return [...new Set([...roots, ...below])].filter((pid) => pid !== self && since.has(pid));
}

function pause(clock: Clock, ms: number): Promise<void> {
  return new Promise((resolve) => clock.after(ms, resolve));
}

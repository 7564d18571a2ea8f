/**
 * The processes below the host: who they are, who of them is in front, and how they are ended.
 * The host adopts orphans, so that all of them stay below it. Knows nothing of shells.
 */
import { listProc, readProc, reap, sendSignal, SIGNALS } from "./libc.ts";

/** A process as /proc shows it. */
export interface ProcessStat {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  /** The group that the terminal belongs to at the moment, -1 without a terminal. */
  readonly foreground: number;
  readonly dead: boolean;
  /** It waits for something: input, a child, time. */
  readonly waits: boolean;
}

/** The state of a process, or null if there is none or it cannot be told. */
export function processStat(pid: number): ProcessStat | null {
  const text = readProc(`/proc/${pid}/stat`);
  if (text === null) return null;
  // The second field, the name, may contain anything: count from its closing bracket.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const [state = "", parent = "", group = "", , , foreground = ""] = fields;
  return {
    pid,
    parent: Number(parent),
    group: Number(group),
    foreground: Number(foreground),
    dead: state === "Z" || state === "X",
    waits: state === "S",
  };
}

/** The command line of a process, words divided by NUL; null where it cannot be told. */
export function commandLine(pid: number): string | null {
  return readProc(`/proc/${pid}/cmdline`);
}

/** Whether a process waits for one of its children; false where that cannot be told. */
export function waitsForChild(pid: number): boolean {
  return /wait_?(4|id|pid)|do_wait/.test(readProc(`/proc/${pid}/wchan`) ?? "");
}

/** All that descend from `root`, the dead included. */
export function descendants(root: number): ProcessStat[] {
  const all = listProc("/proc").filter((name) => /^\d+$/.test(name))
    .map((name) => processStat(Number(name))).filter((stat) => stat !== null);
  const found: ProcessStat[] = [];
  const parents = [root];
  for (const parent of parents) {
    for (const process of all) {
      if (process.parent !== parent) continue;
      found.push(process);
      parents.push(process.pid);
    }
  }
  return found;
}

/** Lets go of dead orphans that became children of `adopter`. `shell` is waited for elsewhere. */
export function reapOrphans(adopter: number, shell: number): void {
  for (const { pid, parent, dead } of descendants(adopter)) {
    if (dead && parent === adopter && pid !== shell) reap(pid);
  }
}

/** How long each way of asking gets. */
const STEPS = [
  { signal: SIGNALS.SIGHUP, waitMs: 300 },
  { signal: SIGNALS.SIGTERM, waitMs: 700 },
  { signal: SIGNALS.SIGKILL, waitMs: 1_000 },
] as const;
const LOOK_EVERY_MS = 20;

/** Ends all processes that `living` tells: asks, asks again, and then does not ask. */
export async function endAll(living: () => readonly ProcessStat[]): Promise<void> {
  for (const { signal, waitMs } of STEPS) {
    const deadline = performance.now() + waitMs;
    const asked = new Set<number>();
    for (let left = living(); left.length > 0; left = living()) {
      // One that was just started has not seen the signal yet.
      for (const { pid } of left.filter(({ pid }) => !asked.has(pid))) {
        asked.add(pid);
        sendSignal(pid, signal);
      }
      if (performance.now() >= deadline) break;
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
    if (living().length === 0) return;
  }
}

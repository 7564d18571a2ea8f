// The processes of this machine, as far as a test must know them: who descends from whom, who
// carries a marker in the environment, who is still there. Linux has it all under /proc; elsewhere
// `ps` tells the descendants, and markers cannot be seen.

/** The environment variable that marks every process of one test run. */
export const MARKER = "PILOTHOUSE_TEST_RUN";

/** One living process. `started` tells it from a later process with the same id. */
export interface ProcessInfo {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
  readonly started: string;
}

/** All living processes; the dead that wait for their parent do not count. */
export function allProcesses(): ProcessInfo[] {
  return Deno.build.os === "linux" ? fromProc() : fromPs();
}

/** The processes below `pid`, at any depth, without itself. */
export function descendantsOf(pid: number): ProcessInfo[] {
  const all = allProcesses();
  const found: ProcessInfo[] = [];
  const parents = [pid];
  for (const parent of parents) {
    for (const process of all) {
      if (process.parent !== parent || found.includes(process)) continue;
      found.push(process);
      parents.push(process.pid);
    }
  }
  return found;
}

/** The processes that have `variable=marker` in their environment. */
export function processesOf(marker: string, variable: string = MARKER): ProcessInfo[] {
  if (Deno.build.os !== "linux") return [];
  const wanted = `\0${variable}=${marker}\0`;
  return allProcesses().filter(({ pid }) => `\0${readProc(pid, "environ")}\0`.includes(wanted));
}

/** Those of `processes` that are still the same and alive. */
export function survivorsOf(processes: Iterable<ProcessInfo>): ProcessInfo[] {
  const alive = new Map(allProcesses().map((process) => [process.pid, process]));
  return [...processes].filter(({ pid, started }) => alive.get(pid)?.started === started);
}

/** Sends a signal; a process that is gone already is no error. */
export function signal(pid: number, name: Deno.Signal): void {
  try {
    Deno.kill(pid, name);
  } catch (error) {
    const gone = error instanceof Deno.errors.NotFound || /ESRCH/.test(String(error));
    if (!gone) throw error;
  }
}

/** Resident memory of a process in bytes, 0 where it cannot be told. */
export function residentBytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readProc(pid, "status"))?.[1];
  return Number(kilobytes ?? 0) * 1024;
}

/** One line per process, for messages. */
export function describe(processes: readonly ProcessInfo[]): string {
  return processes.map(({ pid, command }) => `${pid} ${command.slice(0, 160)}`).join("\n");
}

function fromProc(): ProcessInfo[] {
  const processes: ProcessInfo[] = [];
  for (const { name } of Deno.readDirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const pid = Number(name);
    const stat = readProc(pid, "stat");
    // The second field, the name, may itself contain spaces and brackets: count from its end.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const [state = "", parent = ""] = fields;
    const started = fields[19];
    if (started === undefined || state === "Z" || state === "X") continue;
    const command = readProc(pid, "cmdline").replaceAll("\0", " ").trim();
    processes.push({ pid, parent: Number(parent), command, started });
  }
  return processes;
}

// A process may end between the listing and the reading: that reads as empty.
function readProc(pid: number, file: string): string {
  try {
    return Deno.readTextFileSync(`/proc/${pid}/${file}`);
  } catch {
    return "";
  }
}

function fromPs(): ProcessInfo[] {
  const { stdout } = new Deno.Command("ps", { args: ["-axo", "pid,ppid,stat,lstart,command"] })
    .outputSync();
  return new TextDecoder().decode(stdout).split("\n").flatMap((line) => {
    const match = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.{24})\s+(.*)$/.exec(line);
    if (match === null) return [];
    const [, pid = "", parent = "", state = "", started = "", command = ""] = match;
    return state.startsWith("Z")
      ? []
      : [{ pid: Number(pid), parent: Number(parent), command, started }];
  });
}

/**
 * The processes of this machine, as far as ending a shell needs them: who is whose child, who
 * carries a shell's mark, who is still the same. Asks a script, since the server itself may not
 * look; where there is no /proc, it knows nobody.
 */
import { PROCESS_SCRIPT } from "./process_script.ts";

/** One living process. `since` tells it from a later one with the same id. */
export interface ProcessInfo {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly since: string;
}

/** Looks at processes and signals them. */
export interface Processes {
  /** Everyone alive; the dead that wait for their parent do not count. */
  list(): Promise<ProcessInfo[]>;
  /** The ids of those with the shell's mark in their environment. */
  marked(shellId: string): Promise<number[]>;
  signal(name: "SIGTERM" | "SIGKILL", pids: readonly number[]): Promise<void>;
}

const LIMIT_MS = 5_000;

/** Asks the script that the launcher wrote, or the same text through sh where there is none. */
export function processesBy(script: string | undefined): Processes {
  const command = script === undefined ? ["/bin/sh", "-c", PROCESS_SCRIPT, "processes"] : [script];
  const run = async (...args: string[]) => await outputOf([...command, ...args]);
  return {
    list: async () => parseList(await run("list")),
    marked: async (id) => {
      const found = (await run("marked", id)).matchAll(/^\/proc\/(\d+)\/environ$/gm);
      return [...found].map(([, pid]) => Number(pid));
    },
    signal: async (name, pids) => {
      // dash's kill knows the names without SIG only.
      if (pids.length > 0) await run("signal", name.slice(3), ...pids.map(String));
    },
  };
}

/** The output of `list`: the boot's id, then a line of /proc/<pid>/stat for each. */
export function parseList(text: string): ProcessInfo[] {
  const [boot = "", ...lines] = text.split("\n");
  return lines.flatMap((line) => {
    // The name in parentheses may itself hold blanks, parentheses and even line ends.
    const pid = Number(/^(\d+) \(/.exec(line)?.[1]);
    const fields = line.slice(line.lastIndexOf(")") + 2).split(" ");
    const [state, parent, group] = fields;
    const ticks = fields[19];
    if (Number.isNaN(pid) || ticks === undefined || state === "Z" || state === "X") return [];
    // Ticks count from the boot: without its id they would repeat after the next one.
    const since = `${boot.slice(0, 8)}.${ticks}`;
    return [{ pid, parent: Number(parent), group: Number(group), since }];
  });
}

/** Those below `pid` at any depth, without itself. */
export function descendantsOf(pid: number, all: readonly ProcessInfo[]): ProcessInfo[] {
  const children = Map.groupBy(all, ({ parent }) => parent);
  const found: ProcessInfo[] = [];
  // A set, since the list is no picture of one moment: ids that were used again can make a circle.
  const parents = new Set([pid]);
  for (const parent of parents) {
    for (const child of children.get(parent) ?? []) {
      if (parents.has(child.pid)) continue;
      found.push(child);
      parents.add(child.pid);
    }
  }
  return found;
}

async function outputOf([program = "", ...args]: string[]): Promise<string> {
  const { stdout } = await new Deno.Command(program, {
    args,
    stdin: "null",
    stdout: "piped",
    stderr: "null",
    signal: AbortSignal.timeout(LIMIT_MS),
  }).output();
  return new TextDecoder().decode(stdout);
}

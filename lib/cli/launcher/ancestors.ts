/**
 * Notices that the program which started us is gone. `npx` does not pass signals on to Deno, so
 * killing it would leave us running; but a shell that exits must not stop a service that was put
 * into the background. So only ancestors that exist for our sake count: `deno task`, npm's
 * wrapper of deno, and npx itself with the shell between.
 */

/** One process as /proc shows it. */
export interface ProcessInfo {
  readonly parent: number;
  readonly argv: readonly string[];
}

/** Looks a process up; undefined if there is none or the system has no /proc. */
export type LookUp = (pid: number) => ProcessInfo | undefined;

/** A process and the parent that it must keep. */
export interface Tie {
  readonly pid: number;
  readonly parent: number;
}

/** The ties from `pid` upwards at this moment. */
export function findTies(pid: number, lookUp: LookUp): Tie[] {
  const ties: Tie[] = [];
  let child = pid;
  for (;;) {
    const parent = lookUp(child)?.parent;
    const info = parent === undefined ? undefined : lookUp(parent);
    if (parent === undefined || !info || !livesForUs(info, lookUp)) return ties;
    ties.push({ pid: child, parent });
    child = parent;
  }
}

/** True once a tied process has lost its parent. */
export function isCut(ties: readonly Tie[], lookUp: LookUp): boolean {
  return ties.some((tie) => lookUp(tie.pid)?.parent !== tie.parent);
}

function livesForUs(info: ProcessInfo, lookUp: LookUp): boolean {
  if (isDenoTask(info.argv) || isNpmWrapper(info.argv)) return true;
  // npx runs its command through `sh -c`; any other shell is the person's own.
  if (!isShellCommand(info.argv)) return false;
  const parent = lookUp(info.parent);
  return parent !== undefined && isNpmWrapper(parent.argv);
}

function isDenoTask(argv: readonly string[]): boolean {
  return baseName(argv[0]) === "deno" && argv.slice(1).find((a) => !a.startsWith("-")) === "task";
}

function isNpmWrapper(argv: readonly string[]): boolean {
  // npm renames its process to its command line: "npm exec deno task start".
  if (/^(npm (exec|x)|npx)( |$)/.test(argv[0] ?? "")) return true;
  if (!/^node(js)?$/.test(baseName(argv[0]))) return false;
  const script = argv.slice(1).find((a) => !a.startsWith("-")) ?? "";
  return /(^|\/)(npx|npx-cli\.js|npm|npm-cli\.js|deno|deno\/bin\.cjs)$/.test(script);
}

function isShellCommand(argv: readonly string[]): boolean {
  return /^(sh|dash|bash|ash|zsh)$/.test(baseName(argv[0])) && argv[1] === "-c";
}

function baseName(path = ""): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Looks a process up in /proc. */
export function lookUpInProc(pid: number): ProcessInfo | undefined {
  try {
    const stat = Deno.readTextFileSync(`/proc/${pid}/stat`);
    // The name in parentheses may itself hold blanks and parentheses.
    const parent = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
    const argv = Deno.readTextFileSync(`/proc/${pid}/cmdline`).split("\0").filter((a) => a !== "");
    return { parent, argv };
  } catch {
    return undefined;
  }
}

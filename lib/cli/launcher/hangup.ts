/**
 * Tells whether a hangup concerns us. `nohup` makes a program deaf to it, but `deno task` in
 * between undoes that, so we look for ourselves. Linux only; elsewhere a hangup always counts.
 */

/** True if SIGHUP is only the end of a terminal that we were detached from. */
export function hangupIsNotForUs(
  readFile: (path: string) => string = Deno.readTextFileSync,
  usesTerminal: boolean = [Deno.stdin, Deno.stdout, Deno.stderr].some((s) => s.isTerminal()),
): boolean {
  try {
    const ignored = /^SigIgn:\s*([0-9a-f]+)$/m.exec(readFile("/proc/self/status"))?.[1] ?? "0";
    if ((BigInt(`0x${ignored}`) & 1n) === 1n) return true;
    const stat = readFile("/proc/self/stat");
    const terminal = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[4];
    // It belongs to a terminal but none of its streams do: that is what nohup leaves.
    return terminal !== "0" && !usesTerminal;
  } catch {
    return false;
  }
}

/**
 * Finds programs the way a shell does. Reads the disk, runs nothing.
 */
import { isAbsolute, join, resolve } from "@std/path";

/** The absolute path of `name`, or undefined. A name with a slash is not searched on `path`. */
export function findExecutable(name: string, path: string | undefined): string | undefined {
  if (name.includes("/")) return isExecutable(name) ? resolve(name) : undefined;
  for (const folder of (path ?? "").split(":")) {
    // An empty or relative entry means "wherever I am", which is no place to trust.
    if (!isAbsolute(folder)) continue;
    const candidate = join(folder, name);
    if (isExecutable(candidate)) return candidate;
  }
  return undefined;
}

function isExecutable(path: string): boolean {
  try {
    const info = Deno.statSync(path);
    return info.isFile && ((info.mode ?? 0o111) & 0o111) !== 0;
  } catch {
    return false;
  }
}

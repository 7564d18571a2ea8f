/**
 * Where data lives when nobody says otherwise, and how a path that a person wrote is read.
 * Pure: looks at names only, never at the disk.
 */
import { isAbsolute, join, resolve } from "@std/path";

/** What a default or a path may depend on, passed in so that resolving stays free of globals. */
export interface Surroundings {
  /** Reads one environment variable. */
  readonly env: (name: string) => string | undefined;
  /** The folder that relative paths on the command line start from. */
  readonly cwd: string;
}

/** `$XDG_DATA_HOME/pilothouse`, else `~/.local/share/pilothouse`; undefined without a home folder. */
export function defaultHome(at: Surroundings): string | undefined {
  const data = at.env("XDG_DATA_HOME");
  // The XDG rules say that a relative value is to be ignored.
  if (data && isAbsolute(data)) return join(data, "pilothouse");
  const home = personHome(at);
  return home && join(home, ".local", "share", "pilothouse");
}

/** `~/.codex`; undefined without a home folder. */
export function defaultCodexHome(at: Surroundings): string | undefined {
  const home = personHome(at);
  return home && join(home, ".codex");
}

/** Makes a written path absolute; `~` and `~/…` mean the person's home folder, as in a shell. */
export function absolutePath(
  written: string,
  base: string,
  at: Surroundings,
): string {
  const home = personHome(at);
  if (home && written === "~") return home;
  if (home && written.startsWith("~/")) return join(home, written.slice(2));
  return resolve(base, written);
}

function personHome(at: Surroundings): string | undefined {
  return at.env("HOME") || undefined;
}

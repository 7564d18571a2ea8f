/**
 * Where this Deno keeps downloaded packages. Follows Deno's own rules; asking `deno info` would
 * cost a process at every start.
 */
import { join, resolve } from "@std/path";

/** The cache folder, or undefined if it cannot be told. */
export function denoCacheFolder(env: (name: string) => string | undefined): string | undefined {
  const named = env("DENO_DIR");
  if (named) return resolve(named);
  const home = env("HOME") || undefined;
  if (Deno.build.os === "darwin") return home && join(home, "Library", "Caches", "deno");
  const cache = env("XDG_CACHE_HOME") || (home && join(home, ".cache"));
  return cache && join(cache, "deno");
}

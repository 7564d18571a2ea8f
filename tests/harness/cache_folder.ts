// Where the tests keep what is fetched once (codex, the browser) and what is saved on failure.
// Owns the folder and the rule that a half-filled entry is never seen: fill a temporary folder
// under a lock, then rename. Knows nothing of what is kept there.

import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The root of the checkout. */
export const REPOSITORY = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** The cache folder: `.cache` of the checkout, or `PILOTHOUSE_TEST_CACHE`. */
export function cacheFolder(): string {
  return Deno.env.get("PILOTHOUSE_TEST_CACHE") || join(REPOSITORY, ".cache");
}

/** Whether a file or folder exists; anything unreadable counts as absent. */
export function existsSync(path: string): boolean {
  try {
    Deno.statSync(path);
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the folder `name` of the cache, filling it first where it is absent. Two processes that
 * come at once fill it once: the second waits for the first.
 */
export async function filledOnce(
  name: string,
  fill: (folder: string) => Promise<void>,
): Promise<string> {
  const folder = join(cacheFolder(), name);
  if (existsSync(folder)) return folder;
  await Deno.mkdir(cacheFolder(), { recursive: true });
  using lock = await Deno.open(`${folder}.lock`, { create: true, write: true });
  await lock.lock(true);
  if (existsSync(folder)) return folder;
  await removeLeftovers(`${name}.partial-`);
  const partial = await Deno.makeTempDir({ dir: cacheFolder(), prefix: `${name}.partial-` });
  try {
    await fill(partial);
    await Deno.rename(partial, folder);
  } catch (error) {
    await Deno.remove(partial, { recursive: true });
    throw error;
  }
  return folder;
}

// Whoever holds the lock is alone: a partial folder beside it belongs to a process that was killed.
async function removeLeftovers(prefix: string): Promise<void> {
  for await (const entry of Deno.readDir(cacheFolder())) {
    if (!entry.name.startsWith(prefix)) continue;
    await Deno.remove(join(cacheFolder(), entry.name), { recursive: true });
  }
}

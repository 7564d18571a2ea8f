// Moves a file or folder to another name, never silently over something.
import { relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** How {@linkcode move} treats what is in the way. */
export interface MoveOptions {
  /** Replace what is at the destination. */
  overwrite?: boolean;
}

const pathOf = (path: string | URL) => resolve(path instanceof URL ? fileURLToPath(path) : path);

function isInside(outer: string, inner: string): boolean {
  const way = relative(outer, inner);
  return way === "" || !/^\.\.(?:[/\\]|$)/.test(way);
}

/**
 * Renames `src` to `dest`.
 * @throws {Deno.errors.AlreadyExists} if `dest` is there and `overwrite` is not set
 * @throws {Deno.errors.NotSupported} if a folder would move into itself
 */
export async function move(
  src: string | URL,
  dest: string | URL,
  { overwrite = false }: MoveOptions = {},
): Promise<void> {
  const [from, to] = [pathOf(src), pathOf(dest)];
  if ((await Deno.stat(from)).isDirectory && isInside(from, to)) {
    throw new Deno.errors.NotSupported(
      `Cannot move '${src}' to a subdirectory of itself, '${dest}'.`,
    );
  }
  if (overwrite && from === to) return;
  if (overwrite) {
    await Deno.remove(to, { recursive: true }).catch(ignoreMissing);
  } else if (await Deno.lstat(to).catch(ignoreMissing)) {
    throw new Deno.errors.AlreadyExists("dest already exists.");
  }
  await Deno.rename(from, to);
}

function ignoreMissing(error: unknown): undefined {
  if (!(error instanceof Deno.errors.NotFound)) throw error;
}

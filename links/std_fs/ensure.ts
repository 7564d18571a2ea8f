// Makes a folder or a file be there, or a folder be empty. Nothing that is there already is changed,
// except what `emptyDir` is asked to remove.
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

function kindOf(info: Deno.FileInfo): "file" | "dir" | "symlink" | undefined {
  if (info.isFile) return "file";
  if (info.isDirectory) return "dir";
  return info.isSymlink ? "symlink" : undefined;
}

async function statOrNull(path: string | URL): Promise<Deno.FileInfo | null> {
  try {
    return await Deno.stat(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

function requireKind(info: Deno.FileInfo, wanted: "file" | "dir", what: string): void {
  const kind = kindOf(info);
  if (kind !== wanted) {
    throw new Error(`Failed to ensure ${what} exists: expected '${wanted}', got '${kind}'`);
  }
}

/** Makes the folder and those above it, unless it is there; something else there is an Error. */
export async function ensureDir(dir: string | URL): Promise<void> {
  const info = await statOrNull(dir);
  if (info !== null) return requireKind(info, "dir", "directory");
  try {
    await Deno.mkdir(dir, { recursive: true });
  } catch (error) {
    if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
    // Somebody else made it in between.
    requireKind(await Deno.stat(dir), "dir", "directory");
  }
}

/** Makes an empty file and the folders above it, unless it is there; its content is never touched. */
export async function ensureFile(filePath: string | URL): Promise<void> {
  const info = await statOrNull(filePath);
  if (info !== null) return requireKind(info, "file", "file");
  const path = filePath instanceof URL ? fileURLToPath(filePath) : filePath;
  await ensureDir(dirname(path));
  // Appending nothing keeps what somebody else may have written in between.
  await Deno.writeFile(path, new Uint8Array(), { append: true });
}

/** Removes all that a folder holds, or makes the folder. */
export async function emptyDir(dir: string | URL): Promise<void> {
  const path = dir instanceof URL ? fileURLToPath(dir) : dir;
  try {
    const entries = await Array.fromAsync(Deno.readDir(path));
    await Promise.all(
      entries.map((entry) => Deno.remove(join(path, entry.name), { recursive: true })),
    );
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    await Deno.mkdir(path, { recursive: true });
  }
}

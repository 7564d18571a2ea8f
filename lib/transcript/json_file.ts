/**
 * One JSON file, written so that a reader or a crash never sees half of it: temporary name, sync,
 * rename. Mode 0600: all of it is private.
 */

/** Reads and parses; null if there is no such file. A broken one throws, naming the file. */
export async function readJsonFile(path: string): Promise<unknown> {
  let text: string;
  try {
    text = await Deno.readTextFile(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new SyntaxError(`cannot read ${path}: ${(error as Error).message}`, { cause: error });
  }
}

/** Writes it in one step as seen from outside. */
export async function writeJsonFile(path: string, value: unknown): Promise<void> {
  const temporary = `${path}.${crypto.randomUUID()}.tmp`;
  try {
    using file = await Deno.open(temporary, { write: true, createNew: true, mode: 0o600 });
    await writeAll(file, new TextEncoder().encode(JSON.stringify(value, null, 2) + "\n"));
    await file.sync();
    await Deno.rename(temporary, path);
  } catch (error) {
    await Deno.remove(temporary).catch(() => {});
    throw error;
  }
}

/** `write` may take only a part of what it is given, on a full disk for one. */
export async function writeAll(file: Deno.FsFile, bytes: Uint8Array): Promise<void> {
  let at = 0;
  while (at < bytes.length) at += await file.write(bytes.subarray(at));
}

/**
 * A file of ours, written so that neither a reader nor a crash sees half of it: temporary name,
 * sync, rename. Mode 0600: all of it is private. Knows nothing of what is in it.
 */

/** Writes it in one step as seen from outside; what was there before stays if that fails. */
export async function writeWholeFile(path: string, text: string): Promise<void> {
  const temporary = `${path}.${crypto.randomUUID()}.tmp`;
  try {
    using file = await Deno.open(temporary, { write: true, createNew: true, mode: 0o600 });
    await writeAll(file, new TextEncoder().encode(text));
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

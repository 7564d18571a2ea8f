/** Reading a known part of a file, whole. Each caller has a handle of its own: they have a cursor. */

/** The bytes from `from` to before `to`; fewer where the file ends. */
export async function readBlock(
  file: Deno.FsFile,
  from: number,
  to: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const block = new Uint8Array(Math.max(0, to - from));
  await file.seek(from, Deno.SeekMode.Start);
  let at = 0;
  while (at < block.length) {
    const read = await file.read(block.subarray(at));
    if (read === null) break;
    at += read;
  }
  return block.subarray(0, at);
}

/** Opens for reading; null if there is no such file. */
export async function openIfThere(path: string): Promise<Deno.FsFile | null> {
  try {
    return await Deno.open(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

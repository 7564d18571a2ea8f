/**
 * A secret in a file of its own: made at first use, 0600, never shown. A file that others can
 * read is refused rather than used.
 */
import { randomBytes } from "node:crypto";

const BYTES = 32;
const SHORTEST = 16;

/** Reads the secret, or makes one; throws one clear sentence if neither works. */
export async function loadSecret(path: string): Promise<string> {
  try {
    using file = await Deno.open(path, { write: true, createNew: true, mode: 0o600 });
    const secret = randomBytes(BYTES).toString("base64url");
    await file.write(new TextEncoder().encode(secret + "\n"));
    await file.sync();
    return secret;
  } catch (error) {
    if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
  }
  const { mode, isFile } = await Deno.stat(path);
  if (!isFile) throw new Error(`${path} is not a file: move it away and start again`);
  if (mode !== null && (mode & 0o077) !== 0) {
    throw new Error(`${path} can be read by others: run chmod 600 '${path}', or delete it`);
  }
  const secret = (await Deno.readTextFile(path)).trim();
  if (secret.length < SHORTEST) {
    throw new Error(`${path} holds no usable secret: delete it and start again`);
  }
  return secret;
}

/**
 * Listens on a socket that only its owner can reach: 0600 in a folder of 0700. Removes the socket
 * of a server that was killed, never that of one that lives.
 */
import { dirname } from "@std/path";

const PATIENCE_MS = 3_000;
const LOOK_EVERY_MS = 50;

/** Listens at `path`. Throws AddrInUse where someone does already. */
export async function listenPrivately(path: string): Promise<Deno.UnixListener> {
  const folder = dirname(path);
  await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
  await checkPrivate(folder);
  await freed(path);
  const listener = Deno.listen({ transport: "unix", path });
  await Deno.chmod(path, 0o600);
  return listener;
}

/** Another user may have made a folder of this name before us, where all may make folders. */
async function checkPrivate(folder: string): Promise<void> {
  const { mode, isDirectory, isSymlink } = await Deno.lstat(folder);
  if (!isDirectory || isSymlink) throw new Error(`${folder} is no folder`);
  if (mode === null || (mode & 0o022) === 0) return;
  // Also proves that it is ours: nobody else's could be changed.
  await Deno.chmod(folder, 0o700);
}

/** A server that is just ending is waited for. */
async function freed(path: string): Promise<void> {
  for (let left = PATIENCE_MS; left > 0; left -= LOOK_EVERY_MS) {
    try {
      return await removeIfDead(path);
    } catch (error) {
      if (!(error instanceof Deno.errors.AddrInUse)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  await removeIfDead(path);
}

async function removeIfDead(path: string): Promise<void> {
  try {
    const socket = await Deno.connect({ transport: "unix", path });
    socket.close();
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return;
    const { PermissionDenied, NotCapable } = Deno.errors;
    if (error instanceof PermissionDenied || error instanceof NotCapable) throw error;
    // Refused, or cut while we asked: nobody takes connections here any more.
    await Deno.remove(path).catch(() => {});
    return;
  }
  throw new Deno.errors.AddrInUse(`another server listens on ${path}`);
}

// Says whether a path is there, and optionally whether it is of a kind and readable.

/** What must hold besides being there. */
export interface ExistsOptions {
  /** The mode bits let this user read it. */
  isReadable?: boolean;
  /** It is a folder, or a link to one; not together with `isFile`. */
  isDirectory?: boolean;
  /** It is a file, or a link to one; not together with `isDirectory`. */
  isFile?: boolean;
}

function satisfies(info: Deno.FileInfo, options: ExistsOptions): boolean {
  if (options.isDirectory && options.isFile) {
    throw new TypeError(
      "ExistsOptions.options.isDirectory and ExistsOptions.options.isFile must not be true together",
    );
  }
  if (options.isDirectory && !info.isDirectory) return false;
  if (options.isFile && !info.isFile) return false;
  return !options.isReadable || isReadable(info);
}

function isReadable(info: Deno.FileInfo): boolean {
  if (info.mode === null) return true;
  if (Deno.uid() === info.uid) return (info.mode & 0o400) !== 0;
  if (Deno.gid() === info.gid) return (info.mode & 0o040) !== 0;
  return (info.mode & 0o004) !== 0;
}

/** Is the path there? A broken link is not. A path that the program may not read is an error. */
export async function exists(path: string | URL, options: ExistsOptions = {}): Promise<boolean> {
  try {
    return satisfies(await Deno.stat(path), options);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    if (error instanceof Deno.errors.PermissionDenied) {
      const { state } = await Deno.permissions.query({ name: "read", path });
      // Deno allowed it, so the system refused: it is there, in a place closed to this user.
      if (state === "granted") return !options.isReadable;
    }
    throw error;
  }
}

/** {@linkcode exists} without a promise. */
export function existsSync(path: string | URL, options: ExistsOptions = {}): boolean {
  try {
    return satisfies(Deno.statSync(path), options);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    if (error instanceof Deno.errors.PermissionDenied) {
      const { state } = Deno.permissions.querySync({ name: "read", path });
      if (state === "granted") return !options.isReadable;
    }
    throw error;
  }
}

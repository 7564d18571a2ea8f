/**
 * Where the program's own files are, and the Deno that runs it.
 */
import { basename, dirname, fromFileUrl, join } from "@std/path";
import { denoCacheFolder } from "./deno_cache.ts";

/** The program folder and what the launcher needs from it. */
export interface Program {
  readonly folder: string;
  readonly deno: string;
  readonly main: string;
  readonly manifest: string;
  /** The built page. */
  readonly built: string;
  /**
   * What the launcher writes for itself: it must be out of the server's reach, and writable where
   * the program folder is not, so it lies in Deno's cache, apart for each program folder.
   */
  readonly state: string;
}

/** The program that this file belongs to. */
export function thisProgram(env: (name: string) => string | undefined): Program {
  return programAt(fromFileUrl(new URL("../../../", import.meta.url)).replace(/\/$/, ""), env);
}

/** The program in `folder`, run by this Deno. */
export function programAt(folder: string, env: (name: string) => string | undefined): Program {
  const built = join(folder, "_fresh");
  const cache = denoCacheFolder(env);
  return {
    folder,
    deno: Deno.execPath(),
    main: join(folder, "main.ts"),
    manifest: join(folder, "deno.json"),
    built,
    state: cache === undefined
      ? join(built, "launcher")
      : join(cache, "pilothouse", nameOf(folder)),
  };
}

/** `deno task` changes into the program folder; people mean the folder that they were in. */
export function startingFolder(
  { env, cwd }: { readonly env: (name: string) => string | undefined; readonly cwd: string },
  program = thisProgram(env),
): string {
  return cwd === program.folder ? env("INIT_CWD") || cwd : cwd;
}

/** The path behind symbolic links, also for one whose last parts do not exist yet. */
export function realPath(path: string): string {
  try {
    return Deno.realPathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPath(parent), basename(path));
  }
}

/** A file name for a path: readable, and another one for every path. */
function nameOf(path: string): string {
  return encodeURIComponent(path).replaceAll("%2F", "+").slice(-200);
}

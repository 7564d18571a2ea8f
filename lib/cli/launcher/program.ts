/**
 * Where the program's own files are, and the Deno that runs it.
 */
import { basename, dirname, fromFileUrl, join } from "@std/path";

/** The program folder and what the launcher needs from it. */
export interface Program {
  readonly folder: string;
  readonly deno: string;
  readonly main: string;
  readonly manifest: string;
  /** Built files: the page's, the stamp of the build, and the wrapper scripts. */
  readonly built: string;
}

/** The program that this file belongs to. */
export function thisProgram(): Program {
  return programAt(fromFileUrl(new URL("../../../", import.meta.url)).replace(/\/$/, ""));
}

/** The program in `folder`, run by this Deno. */
export function programAt(folder: string): Program {
  return {
    folder,
    deno: Deno.execPath(),
    main: join(folder, "main.ts"),
    manifest: join(folder, "deno.json"),
    built: join(folder, "_fresh"),
  };
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

/**
 * Finds the shellspec that a reference such as `app_server.jsonc#app_server` means: a person's
 * own in the home wins over the program's. Reads the disk; what the text says is checked elsewhere.
 */
import { join } from "@std/path";
import { describeProblems, type LoadedSpec, parseSpec } from "./spec_file.ts";

/** A file of one of the folders, and the shell in it. */
export interface SpecReference {
  readonly file: string;
  readonly shell: string;
}

/** The shellspec does not say what is to be started; the message has every mistake. */
export class SpecError extends Error {
  override name = "SpecError";
}

/** Reads a reference; throws if it is none. */
export function parseReference(ref: string): SpecReference {
  const match = /^([a-z0-9_]+\.jsonc)#([a-z][a-z0-9_]*)$/.exec(ref);
  if (match === null) {
    throw new SpecError(`"${ref}" does not name a shell: expected file.jsonc#shell`);
  }
  const [, file = "", shell = ""] = match;
  return { file, shell };
}

/** Loads the file from the first folder that has it. */
export async function loadSpec(file: string, folders: readonly string[]): Promise<LoadedSpec> {
  for (const folder of folders) {
    const path = join(folder, file);
    const text = await readIfThere(path);
    if (text === null) continue;
    const result = parseSpec(text, path);
    if (result.ok) return result.loaded;
    throw new SpecError(describeProblems(result.problems));
  }
  throw new SpecError(`there is no ${file} in ${folders.join(" or ")}`);
}

async function readIfThere(path: string): Promise<string | null> {
  try {
    return await Deno.readTextFile(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw new SpecError(`cannot read ${path}: ${(error as Error).message}`, { cause: error });
  }
}

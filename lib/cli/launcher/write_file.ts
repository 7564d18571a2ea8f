/**
 * Writes a small file so that a reader sees the old one or the new one, never a part.
 */
import { dirname } from "@std/path";

/** Writes `text` to a temporary name beside `path` and renames it; makes the folder if needed. */
export function replaceFile(path: string, text: string, mode = 0o644): void {
  Deno.mkdirSync(dirname(path), { recursive: true });
  const temporary = `${path}.${Deno.pid}.tmp`;
  try {
    Deno.writeTextFileSync(temporary, text, { mode });
    Deno.renameSync(temporary, path);
  } catch (error) {
    try {
      Deno.removeSync(temporary);
    } catch {
      // It may never have been made.
    }
    throw error;
  }
}

/** The text of `path`, or undefined if there is none to read. */
export function readIfThere(path: string): string | undefined {
  try {
    return Deno.readTextFileSync(path);
  } catch {
    return undefined;
  }
}

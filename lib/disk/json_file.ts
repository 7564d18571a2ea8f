/** One JSON file of ours, read and written whole. */
import { writeWholeFile } from "./whole_file.ts";

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
export function writeJsonFile(path: string, value: unknown): Promise<void> {
  return writeWholeFile(path, JSON.stringify(value, null, 2) + "\n");
}

/** Whether a folder can be worked in, as far as this process may look. */
import { isAbsolute } from "@std/path";

/** Why not, or null. What we may not look at is left for the agent to say. */
export async function folderProblem(path: string): Promise<string | null> {
  if (!isAbsolute(path)) return "expected an absolute path";
  try {
    return (await Deno.stat(path)).isDirectory ? null : "it is not a folder";
  } catch (error) {
    return error instanceof Deno.errors.NotFound ? "there is no such folder" : null;
  }
}

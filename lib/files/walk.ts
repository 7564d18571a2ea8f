/**
 * Lists the files of a folder by walking it, for machines without ripgrep. Skips what .gitignore
 * files name, and .git itself; never follows links, so that it cannot run in circles.
 */
import { isIgnored, parseRules } from "./ignore_rules.ts";
import type { Limits } from "./list.ts";

type Rules = ReturnType<typeof parseRules>;

/** The relative paths of files, breadth first, so that a limit cuts the deepest ones. */
export async function walkFiles(cwd: string, { files, signal }: Limits): Promise<string[]> {
  const found: string[] = [];
  let level: { folder: string; rules: Rules }[] = [{ folder: "", rules: [] }];
  while (level.length > 0 && found.length < files) {
    const next: typeof level = [];
    for (const { folder, rules: outer } of level) {
      if (signal.aborted) return found;
      const entries = await entriesOf(`${cwd}/${folder}`);
      const own = entries.some(({ name }) => name === ".gitignore")
        ? parseRules(await textOf(`${cwd}/${folder}.gitignore`), folder.replace(/\/$/, ""))
        : [];
      const rules = own.length === 0 ? outer : [...outer, ...own];
      for (const { name, isDirectory, isFile } of entries) {
        const path = folder + name;
        if (name === ".git" || isIgnored(path, isDirectory, rules)) continue;
        if (isDirectory) next.push({ folder: `${path}/`, rules });
        else if (isFile && found.length < files) found.push(path);
      }
    }
    level = next;
  }
  return found;
}

/** A folder that may not be read is empty to us. */
async function entriesOf(folder: string): Promise<Deno.DirEntry[]> {
  try {
    return await Array.fromAsync(Deno.readDir(folder));
  } catch {
    return [];
  }
}

async function textOf(path: string): Promise<string> {
  return await Deno.readTextFile(path).catch(() => "");
}

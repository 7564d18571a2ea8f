/**
 * Deleted conversations: their folders rest in `trash/` for a while, so that a wrong click is not
 * the end of them, and then go for good.
 */
import { join } from "@std/path";
import { readJsonFile, writeJsonFile } from "../disk/json_file.ts";
import { META_FILE } from "./meta_files.ts";

const KEPT_MS = 30 * 24 * 60 * 60 * 1_000;

export class Trash {
  readonly #folder: string;

  constructor(home: string) {
    this.#folder = join(home, "trash");
  }

  /** Moves a conversation's folder here; its meta tells since when. */
  async put(id: string, folder: string, now: string): Promise<void> {
    const path = join(folder, META_FILE);
    const meta = await readJsonFile(path).catch(() => null);
    await writeJsonFile(path, { ...(meta ?? {}), deleted_at: now });
    await Deno.mkdir(this.#folder, { recursive: true, mode: 0o700 });
    await Deno.rename(folder, this.#path(id));
  }

  async has(id: string): Promise<boolean> {
    return await Deno.stat(this.#path(id)).then(() => true, () => false);
  }

  /** Moves it back; false if it is not here. */
  async restore(id: string, folder: string): Promise<boolean> {
    if (!await this.has(id)) return false;
    await Deno.rename(this.#path(id), folder);
    const path = join(folder, META_FILE);
    const { deleted_at: _, ...meta } = await readJsonFile(path) as Record<string, unknown>;
    await writeJsonFile(path, meta);
    return true;
  }

  async remove(id: string): Promise<void> {
    await Deno.remove(this.#path(id), { recursive: true });
  }

  /** Removes what has been here for too long. */
  async purge(nowMs: number): Promise<void> {
    const names: string[] = [];
    try {
      for await (const { name } of Deno.readDir(this.#folder)) names.push(name);
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return;
      throw error;
    }
    for (const name of names) {
      const meta = await readJsonFile(join(this.#folder, name, META_FILE)).catch(() => null);
      const since = Date.parse((meta as { deleted_at?: string } | null)?.deleted_at ?? "");
      if (nowMs - since > KEPT_MS) await this.remove(name);
    }
  }

  #path(id: string): string {
    return join(this.#folder, id);
  }
}

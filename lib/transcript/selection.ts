/** The conversation that is current for scripts which do not name one; kept over restarts. */
import { join } from "@std/path";
import { readJsonFile, writeJsonFile } from "../disk/json_file.ts";

export class Selection {
  readonly #path: string;
  #id: string | null | undefined;

  constructor(home: string) {
    this.#path = join(home, "selected.json");
  }

  async get(): Promise<string | null> {
    if (this.#id !== undefined) return this.#id;
    const value = await readJsonFile(this.#path).catch(() => null);
    const id = (value as { conversation_id?: unknown } | null)?.conversation_id;
    return this.#id = typeof id === "string" ? id : null;
  }

  async set(id: string | null): Promise<void> {
    await writeJsonFile(this.#path, { conversation_id: id });
    this.#id = id;
  }
}

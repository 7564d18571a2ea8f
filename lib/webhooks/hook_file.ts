/**
 * The hooks of this machine, in one file. A signature can be checked only with the secret itself, so
 * the file holds secrets: 0600, and refused if others can read it. Read again when it changed, since
 * the command line writes it, too.
 */
import { z } from "zod";
import { readJsonFile, writeJsonFile } from "../disk/json_file.ts";
import { type Hook, hook } from "./hook.ts";

const hookFile = z.object({ hooks: z.array(hook) });
/** Far more than a machine has senders. */
const MOST_HOOKS = 200;

export type Added = { readonly ok: true } | { readonly ok: false; readonly problem: string };

export class HookFile {
  readonly #path: string;
  #hooks: readonly Hook[] = [];
  #stamp = "";

  constructor(path: string) {
    this.#path = path;
  }

  async list(): Promise<readonly Hook[]> {
    const stamp = await this.#look();
    if (stamp === this.#stamp) return this.#hooks;
    const read = hookFile.safeParse(await readJsonFile(this.#path) ?? { hooks: [] });
    if (!read.success) {
      const { path = [], message = "" } = read.error.issues[0] ?? {};
      throw new Error(`${this.#path} does not hold hooks (${path.join(".")}: ${message}): mend it`);
    }
    this.#hooks = read.data.hooks;
    this.#stamp = stamp;
    return this.#hooks;
  }

  async find(name: string): Promise<Hook | null> {
    return (await this.list()).find((hook) => hook.name === name) ?? null;
  }

  async add(hook: Hook): Promise<Added> {
    const hooks = await this.list();
    if (hooks.some(({ name }) => name === hook.name)) {
      return { ok: false, problem: `there is a hook "${hook.name}" already: remove it first` };
    }
    if (hooks.length >= MOST_HOOKS) {
      return { ok: false, problem: `there are ${MOST_HOOKS} hooks already: remove one first` };
    }
    await this.#write([...hooks, hook]);
    return { ok: true };
  }

  /** False if there is none of that name. */
  async remove(name: string): Promise<boolean> {
    const hooks = await this.list();
    const left = hooks.filter((hook) => hook.name !== name);
    if (left.length === hooks.length) return false;
    await this.#write(left);
    return true;
  }

  async #write(hooks: readonly Hook[]): Promise<void> {
    await writeJsonFile(this.#path, { hooks });
    this.#stamp = "";
  }

  /** What tells one state of the file from another. */
  async #look(): Promise<string> {
    let info: Deno.FileInfo;
    try {
      info = await Deno.stat(this.#path);
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return "none";
      throw error;
    }
    const { mode, mtime, size, ino } = info;
    if (mode !== null && (mode & 0o077) !== 0) {
      throw new Error(`${this.#path} can be read by others: run chmod 600 '${this.#path}'`);
    }
    return `${mtime?.getTime()} ${size} ${ino}`;
  }
}

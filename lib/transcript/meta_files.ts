/**
 * The meta files of all conversations, with what was read of them last. A file that was edited by
 * hand is noticed when it is asked for. Owns reading, writing and that memory; no policy.
 */
import { join } from "@std/path";
import { readJsonFile, writeJsonFile } from "../disk/json_file.ts";
import { type Meta, readMeta } from "./meta.ts";

export const META_FILE = "conversation_meta.json";
const AT_ONCE = 32;

interface Known {
  readonly meta: Meta;
  readonly mtime: number;
  readonly size: number;
  /** When something last happened in it, in milliseconds. */
  activity: number;
}

export class MetaFiles {
  readonly #folder: string;
  readonly #report: (problem: string) => void;
  readonly #known = new Map<string, Known>();

  constructor(folder: string, report: (problem: string) => void) {
    this.#folder = folder;
    this.#report = report;
  }

  /** The meta of a conversation as the file has it now, or null if there is none. */
  async get(id: string): Promise<Meta | null> {
    const known = this.#known.get(id);
    const info = await Deno.stat(this.#path(id)).catch(whenMissing);
    if (info === null) {
      this.#known.delete(id);
      return null;
    }
    if (known?.mtime === info.mtime?.getTime() && known?.size === info.size) return known.meta;
    return await this.#load(id, info);
  }

  /** Those of all folders; what was read once is not read again. One directory read. */
  async all(ids: readonly string[]): Promise<Meta[]> {
    const metas: Meta[] = [];
    for (let at = 0; at < ids.length; at += AT_ONCE) {
      const some = ids.slice(at, at + AT_ONCE).map((id) =>
        this.#known.get(id)?.meta ?? this.get(id)
      );
      for (const meta of await Promise.all(some)) if (meta !== null) metas.push(meta);
    }
    return metas;
  }

  async write(meta: Meta): Promise<void> {
    const path = this.#path(meta.conversation_id);
    await writeJsonFile(path, meta);
    this.#remember(meta, await Deno.stat(path), Date.parse(meta.updated_at));
  }

  forget(id: string): void {
    this.#known.delete(id);
  }

  /** Something happened in a conversation. */
  touch(id: string, atMs: number): void {
    const known = this.#known.get(id);
    if (known !== undefined) known.activity = Math.max(known.activity, atMs);
  }

  /** When something last happened; 0 if it is not known. */
  activityOf(id: string): number {
    return this.#known.get(id)?.activity ?? 0;
  }

  async #load(id: string, info: Deno.FileInfo): Promise<Meta | null> {
    const path = this.#path(id);
    const changed = (info.mtime ?? new Date(0)).toISOString();
    const value = await readJsonFile(path).catch((error) => {
      this.#report(error.message);
      return undefined;
    });
    if (value === null || value === undefined) return null;
    const read = readMeta(value, {
      conversation_id: id,
      cwd: "/",
      created_at: changed,
      updated_at: changed,
    });
    if (read === null) {
      this.#report(`${path}: expected an object`);
      return null;
    }
    for (const problem of read.problems) this.#report(`${path}: ${problem}`);
    const transcript = await Deno.stat(join(this.#folder, id, "transcript.jsonl")).catch(() =>
      null
    );
    const activity = Math.max(Date.parse(read.meta.updated_at), transcript?.mtime?.getTime() ?? 0);
    this.#remember(read.meta, info, activity);
    return read.meta;
  }

  #remember(meta: Meta, { mtime, size }: Deno.FileInfo, activity: number): void {
    const { conversation_id: id } = meta;
    const latest = Math.max(activity, this.activityOf(id));
    this.#known.set(id, { meta, mtime: mtime?.getTime() ?? 0, size, activity: latest });
  }

  #path(id: string): string {
    return join(this.#folder, id, META_FILE);
  }
}

function whenMissing(error: unknown): null {
  if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) {
    return null;
  }
  throw error;
}

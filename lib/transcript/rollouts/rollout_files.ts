/**
 * The rollouts under `CODEX_HOME/sessions/YYYY/MM/DD`: found newest first without looking at more
 * folders than needed, and never outside of it. Knows names and sizes, nothing of what is inside.
 */
import { isAbsolute, join, relative } from "@std/path";

/** A rollout file as its name and its size tell of it. */
export interface RolloutFile {
  /** Relative to `sessions/`. */
  readonly path: string;
  readonly thread_id: string;
  readonly bytes: number;
  readonly modified_at: string;
}

const NAME =
  /^rollout-\d{4}-\d\d-\d\dT[\d-]+?-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.jsonl$/;
const PATH = /^\d{4}\/\d\d\/\d\d\/[^/]+$/;

export class RolloutFiles {
  /** `CODEX_HOME/sessions`. */
  readonly folder: string;

  constructor(codexHome: string) {
    this.folder = join(codexHome, "sessions");
  }

  /** Up to `limit` files, newest first, behind `cursor` (the path of the last one seen). */
  async list(limit: number, cursor: string | null): Promise<RolloutFile[]> {
    const found: RolloutFile[] = [];
    for await (const path of this.#newestFirst(cursor)) {
      const file = await this.#stat(path);
      if (file !== null) found.push(file);
      if (found.length >= limit) break;
    }
    return found;
  }

  /** The file of a path as `list` gives it, or of an absolute one; null if it is no rollout. */
  async find(path: string): Promise<RolloutFile | null> {
    const inside = isAbsolute(path) ? relative(this.folder, path) : path;
    return PATH.test(inside) ? await this.#stat(inside) : null;
  }

  /** The newest file of a thread, or null. */
  async ofThread(threadId: string): Promise<RolloutFile | null> {
    for await (const path of this.#newestFirst(null)) {
      if (threadIn(path) === threadId) return await this.#stat(path);
    }
    return null;
  }

  /** Where a file lies. */
  absolute({ path }: Pick<RolloutFile, "path">): string {
    return join(this.folder, path);
  }

  async *#newestFirst(cursor: string | null): AsyncGenerator<string> {
    const [year, month, day] = cursor?.split("/") ?? [];
    for (const y of await this.#names("", /^\d{4}$/, year)) {
      const sameYear = y === year;
      for (const m of await this.#names(y, /^\d\d$/, sameYear ? month : undefined)) {
        const sameMonth = sameYear && m === month;
        for (const d of await this.#names(join(y, m), /^\d\d$/, sameMonth ? day : undefined)) {
          for (const name of await this.#names(join(y, m, d), NAME, undefined)) {
            const path = `${y}/${m}/${d}/${name}`;
            if (cursor === null || path < cursor) yield path;
          }
        }
      }
    }
  }

  /** The names in a folder that look right and are not behind `most`, the last one first. */
  async #names(folder: string, shape: RegExp, most: string | undefined): Promise<string[]> {
    const names: string[] = [];
    try {
      for await (const { name, isSymlink } of Deno.readDir(join(this.folder, folder))) {
        if (!isSymlink && shape.test(name) && (most === undefined || name <= most)) {
          names.push(name);
        }
      }
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return [];
      if (error instanceof Deno.errors.PermissionDenied) return [];
      throw error;
    }
    return names.sort().reverse();
  }

  async #stat(path: string): Promise<RolloutFile | null> {
    const thread_id = threadIn(path);
    // lstat: a link could lead out of the folder.
    const info = await Deno.lstat(join(this.folder, path)).catch(() => null);
    if (thread_id === null || info === null || !info.isFile) return null;
    const modified_at = (info.mtime ?? new Date(0)).toISOString();
    return { path, thread_id, bytes: info.size, modified_at };
  }
}

function threadIn(path: string): string | null {
  return NAME.exec(path.split("/").at(-1) ?? "")?.[1] ?? null;
}

/**
 * Which files a conversation has changed, and where: a small record for each diff of the
 * transcript, in the order of the latest change. Bounded; pure.
 */
import type { DiffEntry } from "../../router/change.ts";

/** One diff, without its text: that is read by its number where somebody wants to see it. */
export interface Edit {
  /** The number of its entry in the transcript. */
  readonly number: number;
  readonly id: string;
  readonly ts: string;
  readonly change: DiffEntry["change"];
  readonly added: number;
  readonly removed: number;
}

/** All that happened to one file. */
export interface ChangedFile {
  readonly path: string;
  readonly added: number;
  readonly removed: number;
  /** How often it was changed. */
  readonly count: number;
  /** The latest changes, the newest first. */
  readonly edits: readonly Edit[];
}

/** A page of files, the one that was changed last first. */
export interface ChangedFiles {
  readonly files: readonly ChangedFile[];
  readonly more: boolean;
  readonly total: { readonly files: number; readonly added: number; readonly removed: number };
  /** Changes that were too long ago to be kept here. */
  readonly dropped: number;
}

/** Files whose last change has a number before this one. */
export interface FilesQuery {
  readonly before?: number | undefined;
  readonly limit: number;
}

interface Known {
  readonly edits: Map<number, Edit>;
  last: number;
  added: number;
  removed: number;
}

const MOST_EDITS = 20_000;
const EDITS_SHOWN = 10;

export class FileChanges {
  /** By path, the file that was changed last at the end. */
  readonly #files = new Map<string, Known>();
  /** The path of each edit, in the order of their numbers. */
  readonly #paths = new Map<number, string>();
  readonly #most: number;
  #dropped = 0;

  constructor(most = MOST_EDITS) {
    this.#most = most;
  }

  /** Takes the next diff, or one that replaces the diff of its number. */
  put(number: number, entry: DiffEntry): void {
    const { id, ts, path, change } = entry;
    this.#remove(number);
    const edit = {
      number,
      id,
      ts,
      change,
      added: count(entry.added),
      removed: count(entry.removed),
    };
    const file = this.#files.get(path) ?? { edits: new Map(), last: 0, added: 0, removed: 0 };
    file.edits.set(number, edit);
    file.added += edit.added;
    file.removed += edit.removed;
    if (number >= file.last) this.#files.delete(path);
    file.last = Math.max(file.last, number);
    this.#files.set(path, file);
    this.#paths.set(number, path);
    if (this.#paths.size <= this.#most) return;
    this.#remove(this.#paths.keys().next().value!);
    this.#dropped++;
  }

  page({ before = Infinity, limit }: FilesQuery): ChangedFiles {
    const total = { files: this.#files.size, added: 0, removed: 0 };
    const found: [string, Known][] = [];
    for (const one of this.#files) {
      total.added += one[1].added;
      total.removed += one[1].removed;
      if (one[1].last < before) found.push(one);
    }
    const files = found.slice(-limit).reverse().map(([path, known]) => fileOf(path, known));
    return { files, more: found.length > limit, total, dropped: this.#dropped };
  }

  #remove(number: number): void {
    const path = this.#paths.get(number);
    const file = path === undefined ? undefined : this.#files.get(path);
    const edit = file?.edits.get(number);
    if (path === undefined || file === undefined || edit === undefined) return;
    this.#paths.delete(number);
    file.edits.delete(number);
    file.added -= edit.added;
    file.removed -= edit.removed;
    if (file.edits.size === 0) this.#files.delete(path);
  }
}

function fileOf(path: string, { added, removed, edits }: Known): ChangedFile {
  const latest = [...edits.values()].sort((a, b) => b.number - a.number).slice(0, EDITS_SHOWN);
  return { path, added, removed, count: edits.size, edits: latest };
}

/** A transcript may hold anything. */
function count(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) ? value : 0;
}

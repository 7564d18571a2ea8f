/**
 * The files that a person can mention, by working folder: listed once, kept for a short while,
 * listed anew behind the back of whoever asks later. Holds a few folders, each bounded.
 */
import { bestMatches, type Candidate, candidate } from "./fuzzy.ts";
import { type Limits, listFiles } from "./list.ts";

/** What a mention can name; a folder's path ends with a slash. */
export interface FoundFile {
  readonly path: string;
  readonly type: "file" | "directory";
}

export type ListFiles = (cwd: string, limits: Limits) => Promise<string[]>;

interface Listed {
  readonly atMs: number;
  readonly candidates: readonly Candidate[];
}

interface Folder {
  listed: Listed | null;
  listing: Promise<Listed> | null;
}

const FRESH_MS = 5_000;
const LIST_MS = 8_000;
const MAX_FILES = 150_000;
const MAX_FOLDERS = 4;

export class FileIndex {
  readonly #now: () => number;
  readonly #list: ListFiles;
  readonly #folders = new Map<string, Folder>();

  /** `list` tells the files of a folder; the machine's own unless given. */
  constructor(now: () => number, list: ListFiles = listFiles) {
    this.#now = now;
    this.#list = list;
  }

  /** The likeliest files and folders of `cwd` for some letters. */
  async find(cwd: string, query: string, limit: number): Promise<FoundFile[]> {
    const { candidates } = await this.#listed(cwd);
    return bestMatches(candidates, query.replace(/^\.?\//, ""), limit).map(({ path }) => ({
      path,
      type: path.endsWith("/") ? "directory" : "file",
    }));
  }

  async #listed(cwd: string): Promise<Listed> {
    const folder = this.#folder(cwd);
    const age = folder.listed === null ? Infinity : this.#now() - folder.listed.atMs;
    if (age > FRESH_MS) folder.listing ??= this.#refresh(cwd, folder);
    // An old list at once is better than a new one after a wait.
    return folder.listed ?? await folder.listing!;
  }

  async #refresh(cwd: string, folder: Folder): Promise<Listed> {
    try {
      const limits = { files: MAX_FILES, signal: AbortSignal.timeout(LIST_MS) };
      const files = await this.#list(cwd, limits);
      const paths = [...foldersOf(files), ...files].sort();
      folder.listed = { atMs: this.#now(), candidates: paths.map(candidate) };
      return folder.listed;
    } finally {
      folder.listing = null;
    }
  }

  #folder(cwd: string): Folder {
    const folder = this.#folders.get(cwd) ?? { listed: null, listing: null };
    // The one used last is the last to go.
    this.#folders.delete(cwd);
    this.#folders.set(cwd, folder);
    if (this.#folders.size > MAX_FOLDERS) this.#folders.delete(this.#folders.keys().next().value!);
    return folder;
  }
}

function foldersOf(files: readonly string[]): Set<string> {
  const folders = new Set<string>();
  for (const file of files) {
    for (let at = file.lastIndexOf("/"); at > 0; at = file.lastIndexOf("/", at - 1)) {
      const folder = file.slice(0, at + 1);
      if (folders.has(folder)) break; // Its parents are there, too.
      folders.add(folder);
    }
  }
  return folders;
}

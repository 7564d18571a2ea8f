// Walks a folder tree, root first, and yields what passes the filters.
import { basename, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

/** What to yield and how deep to go. */
export interface WalkOptions {
  maxDepth?: number;
  includeFiles?: boolean;
  includeDirs?: boolean;
  includeSymlinks?: boolean;
  /** Yield what a link points to, and go into linked folders. */
  followSymlinks?: boolean;
  /** With `followSymlinks`: give the real path, not the path through the link. */
  canonicalize?: boolean;
  /** Only paths that end so; the dot may be left out. */
  exts?: string[];
  /** Only paths that one of these matches. */
  match?: RegExp[];
  /** No paths that one of these matches, nor anything below them. */
  skip?: RegExp[];
}

/** A directory entry with its path. */
export interface WalkEntry extends Deno.DirEntry {
  path: string;
}

type Filter = Required<Omit<WalkOptions, "exts" | "match" | "skip">> & {
  exts: string[] | undefined;
  match: RegExp[] | undefined;
  skip: RegExp[] | undefined;
};

function passes(path: string, { exts, match, skip }: Filter): boolean {
  if (exts && !exts.some((ext) => path.endsWith(ext))) return false;
  if (match && !match.some((pattern) => pattern.test(path))) return false;
  return !skip?.some((pattern) => pattern.test(path));
}

async function entryAt(path: string): Promise<WalkEntry> {
  const { isFile, isDirectory, isSymlink } = await Deno.stat(path);
  return { path, name: basename(path), isFile, isDirectory, isSymlink };
}

/** Yields the root and all below it, as the options say. */
export function walk(
  root: string | URL,
  options: WalkOptions = {},
): AsyncIterableIterator<WalkEntry> {
  const filter: Filter = {
    maxDepth: options.maxDepth ?? Infinity,
    includeFiles: options.includeFiles ?? true,
    includeDirs: options.includeDirs ?? true,
    includeSymlinks: options.includeSymlinks ?? true,
    followSymlinks: options.followSymlinks ?? false,
    canonicalize: options.canonicalize ?? true,
    exts: options.exts?.map((ext) => ext.startsWith(".") ? ext : `.${ext}`),
    match: options.match,
    skip: options.skip,
  };
  return walkFolder(root instanceof URL ? fileURLToPath(root) : root, filter, filter.maxDepth);
}

async function* walkFolder(
  root: string,
  filter: Filter,
  depth: number,
): AsyncIterableIterator<WalkEntry> {
  if (depth < 0) return;
  if (filter.includeDirs && passes(root, filter)) yield await entryAt(normalize(root));
  // Only `skip` closes a folder; `exts` and `match` are about what is yielded.
  if (depth < 1 || filter.skip?.some((pattern) => pattern.test(root))) return;
  for await (const entry of Deno.readDir(root)) {
    let path = join(root, entry.name);
    let { isDirectory, isFile } = entry;
    const { isSymlink } = entry;
    if (isSymlink) {
      if (!filter.followSymlinks) {
        if (filter.includeSymlinks && passes(path, filter)) yield { ...entry, path };
        continue;
      }
      const real = await Deno.realPath(path);
      if (filter.canonicalize) path = real;
      ({ isDirectory, isFile } = await Deno.lstat(real));
    }
    if (isDirectory) yield* walkFolder(path, filter, depth - 1);
    else if (filter.includeFiles && passes(path, filter)) {
      yield { path, name: entry.name, isDirectory, isFile, isSymlink };
    }
  }
}

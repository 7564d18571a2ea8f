// What an app needs from its build: route modules, islands and static files, wherever they come
// from. The snapshot on disk and the development server are the two sources.
import { join } from "node:path";
import type { AnyComponentType } from "./any_vnode.ts";

/** A component that the browser brings to life. */
export interface Island {
  /** Unique on the site; a valid identifier. */
  name: string;
  exportName: string;
  /** Path of the bundle that exports it. */
  file: string;
  css: string[];
}

/** Finds the island that a component is. */
export type IslandRegistry = Map<AnyComponentType, Island>;

/** A file below `static/` or a bundle. */
export interface StaticFile {
  /** Hash of the content, or null if it may change at any time. */
  hash: string | null;
  contentType: string;
  size: number;
  open(): Promise<ReadableStream<Uint8Array<ArrayBuffer>> | Uint8Array<ArrayBuffer> | null>;
}

/** A file below `routes/`: its module, or a way to load it. */
export interface RouteFile {
  /** The path below `routes/` without its extension: `/blog/[slug]`. */
  id: string;
  module: unknown;
  load?: () => Promise<unknown>;
}

/** All that comes out of a build. */
export interface BuildCache {
  root: string;
  islands: IslandRegistry;
  clientEntry: string;
  /** The script that reloads the page while developing, or null. */
  reloadEntry: string | null;
  routes: RouteFile[];
  /** Looks up a decoded path. */
  readFile(pathname: string): Promise<StaticFile | null>;
}

/** The cache of an app that was never built: no files, no islands. */
export const EMPTY_CACHE: BuildCache = {
  root: ".",
  islands: new Map(),
  clientEntry: "",
  reloadEntry: null,
  routes: [],
  readFile: () => Promise.resolve(null),
};

/** An island module and where its bundle is. */
export interface IslandModule {
  name: string;
  file: string;
  css: string[];
  module: object;
}

/** Every exported function of the modules becomes an island with a name of its own. */
export function registerIslands(modules: IslandModule[]): IslandRegistry {
  const registry: IslandRegistry = new Map();
  const taken = new Set<string>();
  for (const { name, file, css, module } of modules) {
    for (const [exportName, value] of Object.entries(module)) {
      if (typeof value !== "function") continue;
      const base = exportName === "default" ? name : exportName;
      let unique = base;
      for (let n = 1; taken.has(unique); n++) unique = `${base}_${n}`;
      taken.add(unique);
      registry.set(value, { name: unique, exportName, file, css });
    }
  }
  return registry;
}

/** What `_fresh/snapshot.js` exports. */
export interface Snapshot {
  buildId: string;
  clientEntry: string;
  islands: IslandModule[];
  routes: RouteFile[];
  /** By decoded path; `file` is relative to the output folder. */
  staticFiles: Record<string, { hash: string; contentType: string; size: number; file: string }>;
}

/** The cache over a finished build in `outDir`. */
export function snapshotCache(snapshot: Snapshot, root: string, outDir: string): BuildCache {
  const files = new Map(Object.entries(snapshot.staticFiles));
  return {
    root,
    islands: registerIslands(snapshot.islands),
    clientEntry: snapshot.clientEntry,
    reloadEntry: null,
    routes: snapshot.routes,
    readFile(pathname) {
      const found = files.get(pathname);
      if (found === undefined) return Promise.resolve(null);
      return Promise.resolve({ ...found, open: () => openFile(join(outDir, found.file)) });
    },
  };
}

/** The content as a stream, or null if the file is gone. */
export async function openFile(
  path: string,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>> | null> {
  try {
    return (await Deno.open(path)).readable;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

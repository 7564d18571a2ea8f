// The build while developing: bundles stay in memory, modules are imported from where they are, and
// static files are read afresh at each request.
import { join, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { type BuildCache, openFile, registerIslands, type StaticFile } from "../build_cache.ts";
import type { ClientBuild } from "./client_build.ts";
import type { FoundRoute } from "./crawl.ts";
import { mediaType } from "./media_type.ts";

/** Where the parts of an app are. */
export interface DevInput {
  root: string;
  staticDir: string;
  client: ClientBuild;
  routes: FoundRoute[];
}

const load = (path: string) => import(pathToFileURL(path).href);

/** Imports islands and route files that are not lazy. */
export async function devCache({ root, staticDir, client, routes }: DevInput): Promise<BuildCache> {
  const islands = client.islands.map(async (island) => ({
    ...island,
    module: await load(island.path),
  }));
  const files = routes.map(async ({ id, path, lazy }) =>
    lazy ? { id, module: undefined, load: () => load(path) } : { id, module: await load(path) }
  );
  return {
    root,
    islands: registerIslands(await Promise.all(islands)),
    clientEntry: client.clientEntry,
    reloadEntry: client.reloadEntry,
    routes: await Promise.all(files),
    readFile(pathname) {
      const built = client.files.get(pathname);
      if (built === undefined) return staticFile(staticDir, pathname);
      const { bytes, contentType, hash } = built;
      return Promise.resolve({
        hash,
        contentType,
        size: bytes.length,
        open: () => Promise.resolve(bytes),
      });
    },
  };
}

/** A file of the folder; links and dots that lead out of it lead nowhere. */
async function staticFile(staticDir: string, pathname: string): Promise<StaticFile | null> {
  try {
    const folder = await Deno.realPath(staticDir);
    const path = await Deno.realPath(join(folder, pathname));
    const info = path.startsWith(folder + sep) ? await Deno.stat(path) : null;
    if (!info?.isFile) return null;
    const contentType = mediaType(path);
    return { hash: null, contentType, size: info.size, open: () => openFile(path) };
  } catch {
    // Missing, or no path at all, such as one with a zero byte.
    return null;
  }
}

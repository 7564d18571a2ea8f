// Finds the files that a build is made of: routes, islands and static files.
import { relative } from "node:path";

/** Paths of files below a folder, sorted, relative to it and with slashes. */
export async function filesBelow(folder: string): Promise<string[]> {
  const found: string[] = [];
  async function visit(path: string): Promise<void> {
    for await (const entry of Deno.readDir(path)) {
      const full = `${path}/${entry.name}`;
      if (entry.isDirectory) await visit(full);
      else if (entry.isFile) found.push(relative(folder, full).replaceAll("\\", "/"));
    }
  }
  try {
    await visit(folder);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  return found.sort();
}

/** A route file. */
export interface FoundRoute {
  id: string;
  path: string;
  /** Can it be loaded at the first request? */
  lazy: boolean;
}

/** What the folders of an app hold. */
export interface Found {
  routes: FoundRoute[];
  /** Paths of island modules. */
  islands: string[];
}

const MODULE = /\.[tj]sx?$/;

/** Looks through the folders for routes and islands. */
export async function crawl(
  { routeDir, islandDir, ignore }: { routeDir: string; islandDir: string; ignore: RegExp[] },
): Promise<Found> {
  const modulesIn = async (folder: string) =>
    (await filesBelow(folder)).filter((file) =>
      MODULE.test(file) && !ignore.some((pattern) => pattern.test(`${folder}/${file}`))
    );
  const islands = (await modulesIn(islandDir)).map((file) => `${islandDir}/${file}`);
  const routes: FoundRoute[] = [];
  for (const file of await modulesIn(routeDir)) {
    const path = `${routeDir}/${file}`;
    // Folders such as `(_components)` are private; `(_islands)` holds islands.
    const hidden = /(?:^|\/)\((_[^/]+)\)\//.exec(file);
    if (hidden?.[1] === "_islands") islands.push(path);
    if (hidden === null) routes.push(await foundRoute(file, path));
  }
  return { routes, islands };
}

async function foundRoute(file: string, path: string): Promise<FoundRoute> {
  const id = new URL(file.replace(MODULE, ""), "http://route.invalid/").pathname;
  const isPage = !/\/_(?:app|layout|middleware|error|500|404)$/.test(id);
  // An override must be known before the first request, so such a module is loaded at once.
  const lazy = isPage && !(await Deno.readTextFile(path)).includes("routeOverride");
  return { id, path, lazy };
}

/** The static files of an app: no hidden ones, except those that the web knows. */
export async function crawlStatic(staticDir: string): Promise<string[]> {
  return (await filesBelow(staticDir)).filter((file) =>
    !/(?:^|\/)\.(?!well-known(?:\/|$))/.test(file)
  );
}

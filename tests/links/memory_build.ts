// A build without a disk: routes, islands and files given as values.
import { type App, attachBuild } from "../../links/fresh/src/app.ts";
import { EMPTY_CACHE, registerIslands } from "../../links/fresh/src/build_cache.ts";

/** What the build is to contain. */
export interface MemoryBuild {
  /** Modules by their path below `routes/`, without extension. */
  routes?: Record<string, object>;
  /** Island modules by name. */
  islands?: Record<string, object>;
  /** Contents by path. */
  files?: Record<string, string>;
  mode?: "development" | "production";
}

/** The id of every build in memory. */
export const BUILD_ID = "b".repeat(40);

/** Gives the app the build and returns its handler for a method and a path. */
export function serveInMemory<State>(
  app: App<State>,
  { routes = {}, islands = {}, files = {}, mode = "production" }: MemoryBuild,
): (path: string, init?: RequestInit) => Promise<Response> {
  const prefix = `/_fresh/js/${BUILD_ID}`;
  const cache = {
    ...EMPTY_CACHE,
    clientEntry: `${prefix}/boot.js`,
    routes: Object.entries(routes).map(([id, module]) => ({ id, module })),
    islands: registerIslands(
      Object.entries(islands).map(([name, module]) => (
        { name, file: `${prefix}/${name}.js`, css: [], module }
      )),
    ),
    readFile(path: string) {
      const text = files[path];
      if (text === undefined) return Promise.resolve(null);
      const bytes = new TextEncoder().encode(text);
      return Promise.resolve({
        hash: `hash-of-${text}`,
        contentType: "text/plain",
        size: bytes.length,
        open: () => Promise.resolve(bytes),
      });
    },
  };
  app[attachBuild](cache, BUILD_ID, mode);
  const handler = app.handler();
  return (path, init) => handler(new Request(`http://localhost${path}`, init));
}

// `fresh/internal`: what a finished build imports. Not for programs.
import { join } from "node:path";
import { type App, attachBuild, type RequestHandler } from "./src/app.ts";
import { type Snapshot, snapshotCache } from "./src/build_cache.ts";

/** Attaches a build to its app; the result is the default export of `_fresh/server.js`. */
export function serveSnapshot<State>(
  app: App<State>,
  snapshot: Snapshot,
  outDir: string,
  rootFromOutDir: string,
): { fetch: RequestHandler } {
  const cache = snapshotCache(snapshot, join(outDir, rootFromOutDir), outDir);
  app[attachBuild](cache, snapshot.buildId, "production");
  return { fetch: app.handler() };
}

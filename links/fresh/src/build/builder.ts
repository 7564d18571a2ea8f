// Builds an app for production, or serves it while developing.
import { isAbsolute, join } from "node:path";
import { fileURLToPath } from "node:url";
import { App, attachBuild, type ListenOptions } from "../app.ts";
import { buildClient } from "./client_build.ts";
import { crawl } from "./crawl.ts";
import { devCache } from "./dev_cache.ts";
import { liveReload } from "./live_reload.ts";
import { readStatics, type StaticInput } from "./static_input.ts";
import { writeBuild } from "./write_build.ts";

/** Where the parts of an app are; relative paths start at `root`. */
export interface BuildOptions {
  /** Default: the working folder. */
  root?: string;
  /** Default: `_fresh` */
  outDir?: string;
  /** Default: `static` */
  staticDir?: string;
  /** Default: `islands` */
  islandDir?: string;
  /** Default: `routes` */
  routeDir?: string;
  /** The module that exports `app`. Default: `main.ts` */
  serverEntry?: string;
  /** Accepted for the published package's sake; `Deno.bundle` has no such option. */
  target?: string | string[];
  /** Files that are neither routes nor islands. Default: tests */
  ignore?: RegExp[];
  /** Source maps of production bundles. Default: none */
  sourceMap?: { kind?: "linked" | "inline" | "external" | boolean };
}

const TEST_FILE = /[._]test\.(?:[tj]sx?|[mc][tj]s)$/;

function resolvePath(path: string, root: string): string {
  if (path.startsWith("file://")) return fileURLToPath(path);
  return isAbsolute(path) ? path : join(root, path);
}

/** Turns the folders of an app into something that runs. */
// deno-lint-ignore no-explicit-any -- as in the published package: a builder takes apps of any state
export class Builder<State = any> {
  readonly #paths: Record<
    "root" | "outDir" | "staticDir" | "islandDir" | "routeDir" | "serverEntry",
    string
  >;
  readonly #ignore: RegExp[];
  readonly #sourceMap: "linked" | "inline" | "external" | undefined;

  constructor(options: BuildOptions = {}) {
    const root = resolvePath(options.root ?? ".", Deno.cwd());
    this.#paths = {
      root,
      outDir: resolvePath(options.outDir ?? "_fresh", root),
      staticDir: resolvePath(options.staticDir ?? "static", root),
      islandDir: resolvePath(options.islandDir ?? "islands", root),
      routeDir: resolvePath(options.routeDir ?? "routes", root),
      serverEntry: resolvePath(options.serverEntry ?? "main.ts", root),
    };
    this.#ignore = options.ignore ?? [TEST_FILE];
    const kind = options.sourceMap?.kind;
    this.#sourceMap = kind === true ? "linked" : kind || undefined;
  }

  /** Writes the production build to `outDir`. */
  async build(): Promise<void> {
    const statics = await readStatics(this.#paths.staticDir);
    const { routes, islands } = await this.#crawl();
    const client = await buildClient(islands, hashesOf(statics), {
      dev: false,
      minify: true,
      sourceMap: this.#sourceMap,
    });
    await writeBuild({ ...this.#paths, client, routes, statics });
  }

  /** Serves the app with bundles in memory; pages reload when the server was restarted. */
  async listen(
    importApp: () => Promise<{ app: App<State> } | App<State>>,
    options: ListenOptions = {},
  ): Promise<void> {
    const { root, staticDir } = this.#paths;
    const statics = await readStatics(staticDir);
    const { routes, islands } = await this.#crawl();
    const client = await buildClient(islands, hashesOf(statics), {
      dev: true,
      minify: false,
      sourceMap: "linked",
    });
    const imported = await importApp();
    const app = imported instanceof App ? imported : imported.app;
    const cache = await devCache({ root, staticDir, client, routes });
    app[attachBuild](cache, client.buildId, "development");
    const handler = app.handler();
    const outer = new App().use(liveReload()).all("*", (ctx) => handler(ctx.req, ctx.info));
    await outer.listen(options);
  }

  #crawl() {
    const { routeDir, islandDir } = this.#paths;
    return crawl({ routeDir, islandDir, ignore: this.#ignore });
  }
}

function hashesOf(statics: StaticInput[]): Map<string, string> {
  return new Map(statics.map(({ pathname, hash }) => [pathname, hash]));
}

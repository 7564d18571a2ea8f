// Writes a build to disk: bundles, static files, the snapshot that lists them and the server entry.
// All goes to a folder beside the old build and takes its place at the end, so that a build that
// is cut off leaves the old one, never half a new one.
import { basename, dirname, join, relative } from "node:path";
import type { Snapshot } from "../build_cache.ts";
import type { ClientBuild } from "./client_build.ts";
import type { FoundRoute } from "./crawl.ts";
import type { StaticInput } from "./static_input.ts";

/** All parts of a build. */
export interface BuildParts {
  root: string;
  outDir: string;
  serverEntry: string;
  client: ClientBuild;
  routes: FoundRoute[];
  statics: StaticInput[];
}

/** Folders of a build that was cut off are removed by a later one, after this time. */
const LEFTOVER_AGE_MS = 600_000;

/** Writes the build and puts it in place. */
export async function writeBuild(parts: BuildParts): Promise<void> {
  const { outDir } = parts;
  await removeLeftovers(outDir);
  const id = crypto.randomUUID();
  const [fresh, old] = [`${outDir}.new-${id}`, `${outDir}.old-${id}`];
  try {
    await Deno.mkdir(fresh, { recursive: true });
    await writeInto(fresh, parts);
    await replaceFolder(outDir, fresh, old);
  } finally {
    for (const folder of [fresh, old]) {
      await Deno.remove(folder, { recursive: true }).catch(() => {});
    }
  }
}

async function writeInto(folder: string, parts: BuildParts): Promise<void> {
  const staticFiles: Snapshot["staticFiles"] = {};
  for (const { pathname, path, hash, contentType, size } of parts.statics) {
    const file = `static${pathname}`;
    await Deno.mkdir(dirname(join(folder, file)), { recursive: true });
    await Deno.copyFile(path, join(folder, file));
    staticFiles[pathname] = { hash, contentType, size, file };
  }
  for (const [pathname, { bytes, hash, contentType }] of parts.client.files) {
    const file = `static${pathname}`;
    await Deno.mkdir(dirname(join(folder, file)), { recursive: true });
    await Deno.writeFile(join(folder, file), bytes);
    staticFiles[pathname] = { hash, contentType, size: bytes.length, file };
  }
  await Deno.writeTextFile(join(folder, "snapshot.js"), snapshotCode(parts, staticFiles));
  await Deno.writeTextFile(join(folder, "server.js"), serverCode(parts));
}

/** Removes what builds that were killed left behind; another may be running at this moment. */
async function removeLeftovers(outDir: string): Promise<void> {
  const [parent, name] = [dirname(outDir), basename(outDir)];
  await Deno.mkdir(parent, { recursive: true });
  for await (const entry of Deno.readDir(parent)) {
    if (!/^\.(?:new|old)-/.test(entry.name.slice(name.length))) continue;
    if (!entry.name.startsWith(name)) continue;
    const path = join(parent, entry.name);
    const { mtime } = await Deno.stat(path);
    if (Date.now() - (mtime?.getTime() ?? 0) < LEFTOVER_AGE_MS) continue;
    await Deno.remove(path, { recursive: true });
  }
}

/** A folder cannot be renamed over another, so the old one steps aside first. */
async function replaceFolder(outDir: string, fresh: string, old: string): Promise<void> {
  try {
    await Deno.rename(outDir, old);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  try {
    await Deno.rename(fresh, outDir);
  } catch (error) {
    await Deno.rename(old, outDir).catch(() => {});
    throw error;
  }
}

const text = (value: unknown) => JSON.stringify(value);

const NOTE = "// Written by the build. Changes are lost at the next one.";

function snapshotCode(
  { outDir, client, routes }: BuildParts,
  staticFiles: Snapshot["staticFiles"],
): string {
  const from = (path: string) => text(specifier(outDir, path));
  const eager = routes.filter(({ lazy }) => !lazy);
  const routeCode = (route: FoundRoute) =>
    route.lazy
      ? `{ id: ${text(route.id)}, load: () => import(${from(route.path)}) }`
      : `{ id: ${text(route.id)}, module: route${eager.indexOf(route)} }`;
  const list = (items: string[]) => `[\n${items.map((item) => `  ${item},\n`).join("")}]`;
  return [
    NOTE,
    ...client.islands.map(({ path }, i) => `import * as island${i} from ${from(path)};`),
    ...eager.map(({ path }, i) => `import * as route${i} from ${from(path)};`),
    "",
    `export const buildId = ${text(client.buildId)};`,
    `export const clientEntry = ${text(client.clientEntry)};`,
    `export const islands = ${
      list(client.islands.map(({ name, file, css }, i) =>
        `{ name: ${text(name)}, file: ${text(file)}, css: ${text(css)}, module: island${i} }`
      ))
    };`,
    `export const routes = ${list(routes.map(routeCode))};`,
    `export const staticFiles = ${JSON.stringify(staticFiles, null, 2)};`,
    "",
  ].join("\n");
}

function serverCode({ root, outDir, serverEntry }: BuildParts): string {
  const up = relative(outDir, root).replaceAll("\\", "/") || ".";
  return [
    NOTE,
    `import { serveSnapshot } from "fresh/internal";`,
    `import { app } from ${text(specifier(outDir, serverEntry))};`,
    `import * as snapshot from "./snapshot.js";`,
    "",
    `export default serveSnapshot(app, snapshot, import.meta.dirname, ${text(up)});`,
    "",
  ].join("\n");
}

function specifier(outDir: string, path: string): string {
  // Only what ends a path in a URL: `[slug]` must stay as other modules spell it, or the module
  // would be loaded twice.
  const way = relative(outDir, path).replaceAll("\\", "/").replace(/[%?#]/g, encodeURIComponent);
  return way.startsWith(".") ? way : `./${way}`;
}

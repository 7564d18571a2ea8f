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

/** Writes the build and puts it in place. */
export async function writeBuild(parts: BuildParts): Promise<void> {
  const { outDir } = parts;
  await removeLeftovers(outDir);
  const folder = await Deno.makeTempDir({
    dir: dirname(outDir),
    prefix: `${basename(outDir)}.new-`,
  });
  try {
    await writeInto(folder, parts);
    await replaceFolder(outDir, folder);
  } finally {
    await Deno.remove(folder, { recursive: true }).catch(() => {});
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

/** What a build that was killed left behind. */
async function removeLeftovers(outDir: string): Promise<void> {
  const parent = dirname(outDir);
  for await (const { name } of Deno.readDir(parent)) {
    if (!name.startsWith(`${basename(outDir)}.new-`) && name !== `${basename(outDir)}.old`) {
      continue;
    }
    await Deno.remove(join(parent, name), { recursive: true });
  }
}

async function replaceFolder(outDir: string, folder: string): Promise<void> {
  const old = `${outDir}.old`;
  try {
    await Deno.rename(outDir, old);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  await Deno.rename(folder, outDir);
  await Deno.remove(old, { recursive: true }).catch(() => {});
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
  const way = relative(outDir, path).replaceAll("\\", "/");
  const encoded = way.split("/").map((part) => encodeURIComponent(part)).join("/");
  return encoded.startsWith(".") ? encoded : `./${encoded}`;
}

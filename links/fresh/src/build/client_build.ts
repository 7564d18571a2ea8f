// Makes all that the browser loads: bundles under the build's id, and what the server must know of
// them. The id is made from the contents, so an unchanged build keeps what browsers have cached.
import { basename, extname } from "node:path";
import { fileURLToPath } from "node:url";
import { bundlePrefix } from "../build_id.ts";
import { bundle, type BundleOptions } from "./bundle.ts";
import { combinedHash, sha256 } from "./hash.ts";
import { mediaType } from "./media_type.ts";

/** A file that is served. */
export interface BuiltFile {
  hash: string;
  contentType: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** An island module and its bundle. */
export interface BuiltIsland {
  name: string;
  path: string;
  file: string;
  css: string[];
}

/** All for the browser. */
export interface ClientBuild {
  buildId: string;
  clientEntry: string;
  reloadEntry: string | null;
  islands: BuiltIsland[];
  /** By path on the server. */
  files: Map<string, BuiltFile>;
}

const CLIENT = fileURLToPath(new URL("../client/boot.ts", import.meta.url));
const RELOAD = fileURLToPath(new URL("../client/live_reload.ts", import.meta.url));

/** The length of a build id: as long as a git commit's. */
const ID_LENGTH = 40;

/** `staticHashes`: the id must change with the static files too, since their URLs carry it. */
export async function buildClient(
  islands: string[],
  staticHashes: Map<string, string>,
  { dev, ...options }: Omit<BundleOptions, "entries"> & { dev: boolean },
): Promise<ClientBuild> {
  const entries = [
    ...(islands.length > 0 ? [CLIENT] : []),
    ...(dev ? [RELOAD] : []),
    ...islands,
  ];
  const { files, fileOf } = await bundle({ entries, ...options });
  const hashes = new Map<string, string>();
  for (const [path, bytes] of files) hashes.set(path, await sha256(bytes));
  const all = new Map([
    ...hashes,
    ...[...staticHashes].map(([k, v]) => [`static${k}`, v] as const),
  ]);
  const buildId = (await combinedHash(all)).slice(0, ID_LENGTH);
  const prefix = bundlePrefix(buildId);
  const served = (path: string) => prefix + (fileOf.get(path) ?? "");
  return {
    buildId,
    clientEntry: islands.length > 0 ? served(CLIENT) : "",
    reloadEntry: dev ? served(RELOAD) : null,
    islands: islands.map((path) => {
      const file = served(path);
      const style = (fileOf.get(path) ?? "").replace(/js$/, "css");
      return { name: islandName(path), path, file, css: files.has(style) ? [prefix + style] : [] };
    }),
    files: new Map(
      [...files].map(([path, bytes]) => [
        prefix + path,
        { bytes, hash: hashes.get(path)!, contentType: mediaType(path) },
      ]),
    ),
  };
}

/** `islands/shell-panel.tsx` → `shell_panel`; it becomes an identifier in the boot script. */
function islandName(path: string): string {
  const name = basename(path, extname(path)).replace(/[^\w$]/g, "_");
  return /^\d/.test(name) ? `_${name}` : name;
}

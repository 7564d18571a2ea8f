// Bundles the islands for the browser. `Deno.bundle` is called here and nowhere else.
import { dirname, extname, relative } from "node:path";

/** How to bundle. */
export interface BundleOptions {
  /** Paths of modules, each of which becomes a file of its own. */
  entries: string[];
  minify: boolean;
  sourceMap: "linked" | "inline" | "external" | undefined;
}

/** The outcome: files by their path below the prefix, and the file of each entry. */
export interface Bundle {
  files: Map<string, Uint8Array<ArrayBuffer>>;
  fileOf: Map<string, string>;
}

/** The part of `Deno.bundle` that is used here; its own types come only with the unstable ones. */
interface DenoBundle {
  bundle?(options: {
    entrypoints: string[];
    outputDir: string;
    platform: "browser";
    format: "esm";
    codeSplitting: boolean;
    write: false;
    minify: boolean;
    sourcemap?: "linked" | "inline" | "external";
  }): Promise<{
    success: boolean;
    errors: { text: string }[];
    outputFiles?: { path: string; contents?: Uint8Array; text(): string }[];
  }>;
}

/** The deepest folder that holds all paths; the bundler names its output relative to it. */
function commonFolder(paths: string[]): string {
  return paths.map(dirname).reduce((common, folder) => {
    while (common !== dirname(common) && relative(common, folder).startsWith("..")) {
      common = dirname(common);
    }
    return common;
  });
}

/** Bundles with shared chunks; nothing is written to disk. */
export async function bundle({ entries, minify, sourceMap }: BundleOptions): Promise<Bundle> {
  const files: Bundle["files"] = new Map();
  const fileOf: Bundle["fileOf"] = new Map();
  if (entries.length === 0) return { files, fileOf };
  const outputDir = "/bundle-output";
  const deno: DenoBundle = Deno as object;
  if (deno.bundle === undefined) {
    throw new Error('Cannot bundle the islands: add "bundle" to "unstable" in deno.json');
  }
  const result = await deno.bundle({
    entrypoints: entries,
    outputDir,
    platform: "browser",
    format: "esm",
    codeSplitting: true,
    write: false,
    minify,
    ...(sourceMap && { sourcemap: sourceMap }),
  });
  if (!result.success) {
    throw new Error(
      `Cannot bundle the islands:\n${result.errors.map(({ text }) => text).join("\n")}`,
    );
  }
  for (const file of result.outputFiles ?? []) {
    const path = file.path.slice(file.path.indexOf(outputDir) + outputDir.length);
    files.set(path, new Uint8Array(file.contents ?? new TextEncoder().encode(file.text())));
  }
  const base = commonFolder(entries);
  for (const entry of entries) {
    const name = relative(base, entry).replaceAll("\\", "/");
    const file = `/${name.slice(0, -extname(name).length)}.js`;
    if (!files.has(file)) throw new Error(`Cannot find the bundle of ${entry}`);
    fileOf.set(entry, file);
  }
  return { files, fileOf };
}

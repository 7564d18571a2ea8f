// Writes a small Fresh app to a temporary folder, for tests that need files to build from.
import { dirname, fromFileUrl, join } from "@std/path";
import { runDeno, withBuiltApp, withFolder, withServer } from "./app_process.ts";

const LINK = fromFileUrl(new URL("../../links/fresh", import.meta.url));

const CONFIG = {
  links: [LINK],
  lock: false,
  nodeModulesDir: "none",
  unstable: ["bundle"],
  imports: {
    "fresh": "jsr:@fresh/core@^2.3.3",
    "preact": "npm:preact@^10.29.1",
    "@preact/signals": "npm:@preact/signals@^2.5.1",
  },
  compilerOptions: { jsx: "react-jsx", jsxImportSource: "preact" },
};

const DEV = `
import { Builder } from "fresh/dev";
const builder = new Builder();
if (Deno.args[0] === "build") await builder.build();
else await builder.listen(() => import("./main.ts"), { hostname: "127.0.0.1", port: Number(Deno.args[0]) });
`;

/** The files of an app by their path; `deno.json` and `dev.ts` are added. */
export type AppFiles = Record<string, string>;

/** Writes the files and gives their folder. */
async function writeTempApp(files: AppFiles): Promise<string> {
  const folder = await Deno.realPath(await Deno.makeTempDir({ prefix: "fresh-app-" }));
  const all = { "deno.json": JSON.stringify(CONFIG), "dev.ts": DEV, ...files };
  for (const [path, text] of Object.entries(all)) {
    await Deno.mkdir(dirname(join(folder, path)), { recursive: true });
    await Deno.writeTextFile(join(folder, path), text);
  }
  return folder;
}

/** Writes the files and removes them after `fn`. */
export async function withTempApp<T>(
  files: AppFiles,
  fn: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = await writeTempApp(files);
  return await withFolder(folder, () => fn(folder));
}

/** Builds the app and serves it while `fn` runs. */
export async function withServedApp<T>(
  files: AppFiles,
  fn: (port: number) => Promise<T>,
): Promise<T> {
  return await withTempApp(files, async (folder) => {
    await runDeno(folder, "run", "-A", "dev.ts", "build");
    return await withBuiltApp(folder, fn);
  });
}

/** Serves the app as while developing. */
export async function withDevApp<T>(
  folder: string,
  port: number,
  fn: () => Promise<T>,
): Promise<T> {
  return await withServer(folder, ["run", "-A", "dev.ts", String(port)], fn);
}

// The app whose answers published Fresh gave: builds and serves a copy of it.
import { fromFileUrl, join } from "@std/path";
import { runDeno, withBuiltApp, withFolder } from "./app_process.ts";

const FIXTURE = fromFileUrl(new URL("../fixtures/fresh_conformance", import.meta.url));

/** Text of a file that belongs to the fixture. */
export function fixtureText(name: string): Promise<string> {
  return Deno.readTextFile(join(FIXTURE, name));
}

async function copyFolder(from: string, to: string): Promise<void> {
  await Deno.mkdir(to, { recursive: true });
  for await (const { name, isDirectory } of Deno.readDir(from)) {
    if (name === "_fresh") continue;
    if (isDirectory) await copyFolder(join(from, name), join(to, name));
    else await Deno.copyFile(join(from, name), join(to, name));
  }
}

/** A copy, so that tests can run side by side and leave nothing in the repository. */
async function copyApp(): Promise<string> {
  const folder = await Deno.makeTempDir({ prefix: "fresh-conformance-" });
  await copyFolder(FIXTURE, folder);
  const config = JSON.parse(await fixtureText("deno.json"));
  const links = config.links.map((link: string) => join(FIXTURE, link));
  await Deno.writeTextFile(
    join(folder, "deno.json"),
    JSON.stringify({ ...config, links, nodeModulesDir: "none", lock: false }),
  );
  return folder;
}

/** Runs `fn` on a copy of the app's folder. */
export async function withConformanceCopy<T>(fn: (folder: string) => Promise<T>): Promise<T> {
  const folder = await copyApp();
  return await withFolder(folder, () => fn(folder));
}

/** Builds the app and serves it while `fn` runs. */
export function withConformanceApp<T>(fn: (port: number) => Promise<T>): Promise<T> {
  return withConformanceCopy(async (folder) => {
    await runDeno(folder, "run", "-A", "dev.ts");
    return await withBuiltApp(folder, fn);
  });
}

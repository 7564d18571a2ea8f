// Builds and runs the app whose answers published Fresh gave, as a process of its own.
import { fromFileUrl, join } from "@std/path";

const FIXTURE = fromFileUrl(new URL("../fixtures/fresh_conformance", import.meta.url));
const LINK = fromFileUrl(new URL("../../links/fresh", import.meta.url));

/** Text of a file that belongs to the fixture. */
export const fixtureText = (name: string): Promise<string> =>
  Deno.readTextFile(join(FIXTURE, name));

/** A running app. */
export interface RunningApp extends AsyncDisposable {
  port: number;
}

async function copyFolder(from: string, to: string): Promise<void> {
  await Deno.mkdir(to, { recursive: true });
  for await (const { name, isDirectory } of Deno.readDir(from)) {
    if (name === "_fresh") continue;
    if (isDirectory) await copyFolder(join(from, name), join(to, name));
    else await Deno.copyFile(join(from, name), join(to, name));
  }
}

/** Copies the app, so that tests can run side by side and leave nothing in the repository. */
export async function copyConformanceApp(): Promise<string> {
  const folder = await Deno.makeTempDir({ prefix: "fresh-conformance-" });
  await copyFolder(FIXTURE, folder);
  const config = JSON.parse(await fixtureText("deno.json"));
  await Deno.writeTextFile(
    join(folder, "deno.json"),
    JSON.stringify({ ...config, links: [LINK], nodeModulesDir: "none", lock: false }),
  );
  return folder;
}

/** Runs deno in a folder and gives what it printed; a failure is thrown with it. */
export async function runDeno(cwd: string, ...args: string[]): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args,
    cwd,
    env: { NO_COLOR: "1" },
  }).output();
  const printed = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
  if (!success) throw new Error(`deno ${args.join(" ")} failed:\n${printed}`);
  return printed;
}

/** Builds the app and serves it on a free port until it is disposed. */
export async function startConformanceApp(): Promise<RunningApp> {
  const folder = await copyConformanceApp();
  await runDeno(folder, "run", "-A", "dev.ts");
  return await serve(folder, ["serve", "-A", "--host=127.0.0.1", "--port=0", "_fresh/server.js"]);
}

/** Starts a server and waits until it prints where it listens; disposing removes the folder too. */
export async function serve(folder: string, args: string[]): Promise<RunningApp> {
  const child = new Deno.Command(Deno.execPath(), {
    args,
    cwd: folder,
    env: { NO_COLOR: "1" },
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const printed = { text: "" };
  const port = Promise.withResolvers<number>();
  const drained = Promise.all([child.stdout, child.stderr].map(async (stream) => {
    for await (const text of stream.pipeThrough(new TextDecoderStream())) {
      printed.text += text;
      const match = /istening on http:\/\/\S+:(\d+)/.exec(printed.text);
      if (match) port.resolve(Number(match[1]));
    }
    port.reject(new Error(`The server ended before it listened:\n${printed.text}`));
  }));
  const stop = async () => {
    try {
      child.kill("SIGKILL");
    } catch (error) {
      // It may have ended by itself.
      if (!(error instanceof TypeError)) throw error;
    }
    await child.status;
    await drained;
    await Deno.remove(folder, { recursive: true });
  };
  try {
    return { port: await port.promise, [Symbol.asyncDispose]: stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

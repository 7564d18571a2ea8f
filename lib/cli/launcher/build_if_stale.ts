/**
 * Builds the page and fetches the server's packages when the sources changed since the last
 * time. Two starts at once build once: the second waits for the lock and finds the work done.
 * The stamps hold a fingerprint; the one for packages lies in Deno's cache and goes with it.
 */
import { join } from "@std/path";
import type { Print } from "../command.ts";
import { commandFiles } from "../discover.ts";
import { denoCacheFolder } from "./deno_cache.ts";
import { sourceFingerprint } from "./fingerprint.ts";
import { failed, type Outcome, ready, reasonOf } from "./outcome.ts";
import type { Program } from "./program.ts";
import { withProgress } from "./progress.ts";
import { readIfThere, replaceFile } from "./write_file.ts";

/** What building needs from outside. */
export interface BuildSurroundings {
  readonly print: Print;
  /** True if stderr is a terminal. */
  readonly animated: boolean;
  readonly env: (name: string) => string | undefined;
}

/** Makes sure that the built page and the packages fit the sources. */
export async function buildIfStale(
  program: Program,
  around: BuildSurroundings,
): Promise<Outcome<void>> {
  const stale = () => whatIsStale(program, around.env);
  if (!(await stale()).any) return ready(undefined);
  const lock = await Deno.open(program.manifest);
  try {
    if (!await lock.tryLock(true)) {
      around.print("waiting for another start that is building the page\n");
      await lock.lock(true);
    }
    const work = await stale();
    if (!work.any) return ready(undefined);
    if (work.page && !canWrite(program)) {
      return failed(
        `the page is not built for these sources, and ${program.folder} cannot be written; ` +
          `run "deno task build" there once as its owner`,
      );
    }
    return await withProgress("building the page", around.print, around.animated, async () => {
      const result = await build(program, work.page);
      if (result.ok) work.stamp();
      return result;
    });
  } catch (error) {
    return failed(`cannot build the page in ${program.folder}: ${reasonOf(error)}`);
  } finally {
    lock.close(); // and with it the lock
  }
}

async function whatIsStale(program: Program, env: BuildSurroundings["env"]) {
  const fingerprint = await sourceFingerprint(program.folder);
  const pageStamp = join(program.built, "stamp");
  const cache = denoCacheFolder(env);
  const cacheStamp = cache && join(cache, "pilothouse", await shortHash(program.folder));
  const page = readIfThere(pageStamp) !== fingerprint;
  const packages = cacheStamp !== undefined && readIfThere(cacheStamp) !== fingerprint;
  return {
    page,
    any: page || packages,
    stamp() {
      if (page) replaceFile(pageStamp, fingerprint);
      if (cacheStamp !== undefined) replaceFile(cacheStamp, fingerprint);
    },
  };
}

async function build(program: Program, page: boolean): Promise<Outcome<void>> {
  const steps = [["cache", "--quiet", program.main, ...commandFiles()]];
  if (page) steps.unshift(["run", "-A", "--quiet", join(program.folder, "dev.ts"), "build"]);
  for (const args of steps) {
    const { success, stdout, stderr } = await new Deno.Command(program.deno, {
      args,
      cwd: program.folder,
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
      env: { DENO_NO_UPDATE_CHECK: "1" },
    }).output();
    if (!success) {
      const said = new TextDecoder().decode(stderr) + new TextDecoder().decode(stdout);
      return failed(`building the page failed:\n${said.trimEnd()}`);
    }
  }
  return ready(undefined);
}

function canWrite(program: Program): boolean {
  try {
    Deno.mkdirSync(program.built, { recursive: true });
    Deno.removeSync(Deno.makeTempFileSync({ dir: program.built }));
    return true;
  } catch {
    return false;
  }
}

async function shortHash(text: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return new Uint8Array(hash).toHex().slice(0, 16);
}

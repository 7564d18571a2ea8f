/**
 * Builds the page and fetches the server's packages when the sources changed since the last
 * time. Two starts at once build once: the second waits for the lock and finds the work done.
 * The stamp of the packages lies in Deno's cache, so that it goes when they go.
 */
import { join } from "@std/path";
import type { Print } from "../command.ts";
import { lockFingerprint, sourceFingerprint } from "./fingerprint.ts";
import { failed, type Outcome, ready } from "./outcome.ts";
import type { Program } from "./program.ts";
import { withProgress } from "./progress.ts";
import { runToEnd } from "./run_to_end.ts";
import { readIfThere, replaceFile } from "./write_file.ts";
import { systemReason } from "../../config/system_reason.ts";

/** Makes sure that the built page and the packages fit the sources. */
export async function buildIfStale(
  program: Program,
  print: Print,
  animated: boolean,
): Promise<Outcome<void>> {
  if (!(await staleness(program)).any) return ready(undefined);
  // The manifest is always there, and a lock on it needs no right to write.
  const lock = await Deno.open(program.manifest);
  try {
    if (!await lock.tryLock(true)) {
      print("waiting for another start that is building the page\n");
      await lock.lock(true);
    }
    const stale = await staleness(program);
    if (!stale.any) return ready(undefined);
    if (stale.page && !canWrite(program.built)) {
      return failed(
        `the page is not built for these sources, and ${program.folder} cannot be written; ` +
          `run "deno task start" there once as its owner`,
      );
    }
    const label = stale.page ? "building the page" : "fetching packages";
    return await withProgress(label, print, animated, async () => {
      const outcome = await build(program, stale.page);
      if (outcome.ok) stale.stamp();
      return outcome;
    });
  } catch (error) {
    return failed(`cannot build the page in ${program.folder}: ${systemReason(error)}`);
  } finally {
    lock.close(); // and with it the lock
  }
}

async function staleness(program: Program) {
  const sources = await sourceFingerprint(program.folder);
  const stampNow = () => `${sources}\n${lockFingerprint(program.folder)}\n`;
  const pageStamp = join(program.built, "stamp");
  const packageStamp = join(program.state, "stamp");
  const page = readIfThere(pageStamp) !== stampNow();
  const packages = readIfThere(packageStamp) !== stampNow();
  return {
    page,
    any: page || packages,
    stamp() {
      if (page) replaceFile(pageStamp, stampNow());
      replaceFile(packageStamp, stampNow());
    },
  };
}

async function build(program: Program, page: boolean): Promise<Outcome<void>> {
  const common = ["--quiet", "--config", program.manifest];
  // The server runs on what is in the cache alone, so everything that it may load goes there.
  const steps = [["cache", ...common, program.main, ...commandFiles(program)]];
  if (page) steps.unshift(["run", "-A", ...common, join(program.folder, "dev.ts"), "build"]);
  for (const args of steps) {
    const { success, said } = await runToEnd(program.deno, args, program.folder);
    if (!success) return failed(`building the page failed:\n${said}`);
  }
  return ready(undefined);
}

/** Commands are loaded by name, which hides them from Deno's search for imports. */
function commandFiles(program: Program): string[] {
  const folder = join(program.folder, "lib", "cli", "commands");
  try {
    return [...Deno.readDirSync(folder)].map((entry) => join(folder, entry.name)).sort();
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}

function canWrite(folder: string): boolean {
  try {
    Deno.mkdirSync(folder, { recursive: true });
    Deno.removeSync(Deno.makeTempFileSync({ dir: folder }));
    return true;
  } catch {
    return false;
  }
}

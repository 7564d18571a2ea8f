/**
 * Makes sure that the data folders exist and can be written, before anything else is started.
 * On failure it removes the folders that it had made, so that nothing is left behind.
 */
import { dirname } from "@std/path";
import type { Config } from "../../config/schema.ts";
import { failed, type Outcome, ready } from "./outcome.ts";
import { systemReason } from "../../config/system_reason.ts";

/**
 * Creates both homes (0700) where they are missing and tries to write into them. The value takes
 * the new folders away again, for a start that fails later.
 */
export function prepareHomes(config: Pick<Config, "home" | "codex_home">): Outcome<() => void> {
  const made: string[] = [];
  const undo = () => made.reverse().forEach(removeIfEmpty);
  for (
    const [path, flag, variable] of [
      [config.home, "--home", "PILOTHOUSE_HOME"],
      [config.codex_home, "--codex-home", "CODEX_HOME"],
    ] as const
  ) {
    const problem = prepare(path, made);
    if (problem === undefined) continue;
    undo();
    return failed(
      `cannot use ${path}: ${problem}; make it a folder that you can write to, or name another ` +
        `with ${flag} or ${variable}`,
    );
  }
  return ready(undo);
}

/** Checks that the working folder is one; the agent would fail later and less clearly. */
export function checkWorkingFolder(config: Pick<Config, "cwd">): Outcome<void> {
  try {
    if (!Deno.statSync(config.cwd).isDirectory) {
      return failed(`working folder ${config.cwd} is not a folder; name another with --cwd`);
    }
    // Listing is what a person without the right to look inside cannot do.
    Deno.readDirSync(config.cwd)[Symbol.iterator]().next();
    return ready(undefined);
  } catch (error) {
    return failed(
      `cannot use working folder ${config.cwd}: ${systemReason(error)}; name another with --cwd`,
    );
  }
}

function prepare(path: string, made: string[]): string | undefined {
  try {
    makeFolder(path, made);
    const probe = Deno.makeTempFileSync({ dir: path, prefix: ".write_test_" });
    Deno.removeSync(probe);
    for (const _ of Deno.readDirSync(path)) break;
    return undefined;
  } catch (error) {
    return systemReason(error);
  }
}

function makeFolder(path: string, made: string[]): void {
  try {
    if (Deno.statSync(path).isDirectory) return;
    throw new TypeError("it is a file");
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  const parent = dirname(path);
  if (parent !== path) makeFolder(parent, made);
  try {
    Deno.mkdirSync(path, { mode: 0o700 });
    made.push(path);
  } catch (error) {
    // Another start was faster.
    if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
  }
}

function removeIfEmpty(folder: string): void {
  try {
    Deno.removeSync(folder);
  } catch {
    // Something else is in it by now, so it is not ours to remove.
  }
}

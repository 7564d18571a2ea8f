// A process manager on temporary folders, with a spec of the test's own, that leaves nothing behind.

import { join } from "node:path";
import { type Clock, systemClock } from "../../lib/shells/clock.ts";
import { processesBy } from "../../lib/shells/processes.ts";
import { Shells, type ShellsOptions } from "../../lib/shells/shells.ts";
import { withCleanUp } from "../harness/lifetime.ts";

export const SECRET = "a secret that is long enough";

export interface Workplace {
  readonly root: string;
  /** What the manager wrote into the service's log. */
  readonly logged: string[];
  /** Opens a manager; all of them are closed at the end. */
  open(options?: Partial<ShellsOptions>): Promise<Shells>;
  /** Writes `test.jsonc` with these shells; `backend` and `cwd` are filled in. */
  writeSpec(shells: Record<string, unknown>): Promise<void>;
}

export async function withWorkplace(
  fn: (place: Workplace) => Promise<void>,
  clock: Clock = systemClock,
): Promise<void> {
  const root = await Deno.makeTempDir({ prefix: "ph-shells-" });
  const [home, cwd, specs] = ["home", "work", "specs"].map((name) => join(root, name));
  for (const folder of [home, cwd, specs]) await Deno.mkdir(folder!);
  const opened: Shells[] = [];
  const logged: string[] = [];
  const place: Workplace = {
    root,
    logged,
    open: async (options = {}) => {
      const shells = await Shells.open({
        ...{ home: home!, cwd: cwd!, secret: SECRET, specs: [specs!], clock },
        processes: processesBy(undefined),
        env: (name) => Deno.env.get(name),
        log: (line) => logged.push(line),
        keepStdout: () => true,
        ...options,
      });
      opened.push(shells);
      return shells;
    },
    writeSpec: async (shells) => {
      const filled = Object.entries(shells).map(([name, shell]) => [
        name,
        { backend: "pipe", cwd: cwd!, ...shell as object },
      ]);
      const text = JSON.stringify({ version: "1", shells: Object.fromEntries(filled) });
      await Deno.writeTextFile(join(specs!, "test.jsonc"), text);
    },
  };
  await withCleanUp(async () => {
    for (const shells of opened) await shells.close();
    await Deno.remove(root, { recursive: true });
  }, () => fn(place));
}

/** A command line for sh. */
export function sh(script: string): { command: string[] } {
  return { command: ["/bin/sh", "-c", script] };
}

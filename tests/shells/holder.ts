// A server that a test can kill: opens a runtime, starts the shell "a", and waits.
//
//   holder.ts <home> <cwd> <specs>

import { processesBy } from "../../lib/shells/processes.ts";
import { Shells } from "../../lib/shells/shells.ts";
import { SECRET } from "./with_shells.ts";

const [home = "", cwd = "", specs = ""] = Deno.args;
const shells = await Shells.open({
  ...{ home, cwd, secret: SECRET, specs: [specs] },
  processes: processesBy(undefined),
  env: () => undefined,
  log: () => {},
  keepStdout: () => false,
});
const shell = await shells.define("test.jsonc#a", {}, "a");
await shell.open();
// Its start is noted in the record a moment later; the test wants to see it.
while (shell.record.since === null) await new Promise((resolve) => setTimeout(resolve, 10));
await Deno.stdout.write(new TextEncoder().encode(`${shell.id}\n`));
await new Promise((resolve) => setTimeout(resolve, 60_000));

/**
 * The environment that the server and, through it, the agent inherit.
 */
import type { Print } from "../command.ts";

/** With one of these set Deno refuses to start any program from a scoped list. */
const LOADER_VARIABLES = /^(LD_|DYLD_)/;

/** The environment of this process with our variables, without those that block starting programs. */
export function serverEnvironment(
  inherited: Readonly<Record<string, string>>,
  variables: Readonly<Record<string, string>>,
  print: Print,
): Record<string, string> {
  const entries = Object.entries(inherited);
  const dropped = entries.map(([name]) => name).filter((name) => LOADER_VARIABLES.test(name));
  if (dropped.length > 0) {
    print(`not passed on, because Deno would then start no agent: ${dropped.join(", ")}\n`);
  }
  const kept = entries.filter(([name]) => !LOADER_VARIABLES.test(name));
  return { ...Object.fromEntries(kept), DENO_NO_UPDATE_CHECK: "1", ...variables };
}

import assert from "node:assert/strict";
import { findTies, isCut, type LookUp, lookUpInProc } from "../../lib/cli/launcher/ancestors.ts";

/** A chain of command lines from the launcher (pid 100) upwards (99, 98, …). */
function chain(...commands: readonly (readonly string[])[]): LookUp {
  return (pid) => {
    const argv = commands[100 - pid];
    return argv && { parent: pid - 1, argv };
  };
}

const LAUNCHER = ["deno", "run", "-A", "lib/cli/launch.ts"];
const TASK = ["/x/node_modules/deno/deno", "task", "start"];
const SHELL = ["sh", "-c", "'deno' task start"];
const NPX = ["npm exec deno task start"];
const BASH = ["-bash"];

const CHAINS: readonly [name: string, commands: readonly (readonly string[])[], ties: number][] = [
  ["started directly from a shell, nothing is tied", [LAUNCHER, BASH], 0],
  ["deno task is tied, the shell above it is not", [LAUNCHER, TASK, BASH], 1],
  ["npx, its shell and deno task are tied", [LAUNCHER, TASK, SHELL, NPX, BASH], 3],
  ["npm's wrapper script of deno is tied", [
    LAUNCHER,
    TASK,
    ["/usr/bin/node", "/x/node_modules/.bin/deno", "task", "start"],
    SHELL,
    ["node", "/usr/bin/npx", "-y", "deno", "task", "start"],
    BASH,
  ], 4],
  ["its other name is tied", [LAUNCHER, TASK, ["node", "/x/deno/bin.cjs", "task"], BASH], 2],
  ["a shell script that is the person's own is not tied", [LAUNCHER, TASK, SHELL, BASH], 1],
  ["some node program is not tied", [LAUNCHER, TASK, ["node", "supervisor.js"], BASH], 1],
  ["a test runner in Deno is not tied", [LAUNCHER, ["deno", "test", "task"], BASH], 0],
];

for (const [name, commands, ties] of CHAINS) {
  Deno.test(name, () => assert.equal(findTies(100, chain(...commands)).length, ties));
}

Deno.test("the chain is cut when any tied process loses its parent", () => {
  const before = chain(LAUNCHER, TASK, SHELL, NPX, BASH);
  const ties = findTies(100, before);
  assert.equal(isCut(ties, before), false);
  for (const orphan of [100, 99, 98]) {
    const after: LookUp = (pid) => {
      const info = before(pid);
      return info && pid === orphan ? { ...info, parent: 1 } : info;
    };
    assert.equal(isCut(ties, after), true, String(orphan));
  }
});

Deno.test("a shell that exits above the tied chain cuts nothing", () => {
  const before = chain(LAUNCHER, TASK, BASH);
  const ties = findTies(100, before);
  const after: LookUp = (pid) => pid === 99 ? { parent: 1, argv: TASK } : before(pid);
  assert.equal(isCut(ties, after), false);
});

Deno.test({
  name: "a real process is looked up with its parent and command line",
  ignore: Deno.build.os !== "linux",
  fn() {
    const info = lookUpInProc(Deno.pid);
    assert.equal(info?.parent, Deno.ppid);
    assert.match(info?.argv[0] ?? "", /deno/);
    assert.equal(lookUpInProc(2 ** 30), undefined);
  },
});

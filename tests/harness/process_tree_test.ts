import assert from "node:assert/strict";
import { ProcessTree } from "./process_tree.ts";
import { allProcesses, processesOf } from "./processes.ts";
import { realTest } from "./real_parts.ts";
import { waitFor } from "./wait.ts";

const BASH = { needs: ["bash"] } as const;

function bash(script: string): ProcessTree {
  return new ProcessTree({ command: ["bash", "-c", script], stopLimitMs: 700 });
}

realTest("a tree that obeys is gone at once, with what it printed kept", BASH, async () => {
  const tree = bash("echo one; echo two; echo oops >&2; exec sleep 300");
  await waitFor(() => tree.stdout.length === 2 && tree.stderr !== "", { what: "its output" });
  assert.deepEqual(await tree.stop(), []);
  assert.deepEqual(tree.stdout, ["one", "two"]);
  assert.equal(tree.stderr, "oops\n");
  assert.equal(tree.status?.signal, "SIGTERM");
});

realTest("a child that detached is reported after the stop, and ended", BASH, async () => {
  const tree = bash("setsid sleep 300 >/dev/null 2>&1 & exec sleep 300");
  await waitFor(() => tree.processes().length === 2, { what: "both processes" });
  const late = await tree.stop();
  assert.deepEqual(late.map(({ command }) => command), ["sleep 300"]);
  await waitFor(() => processesOf(tree.marker).length === 0, { what: "the detached one to end" });
});

realTest(
  "a child that detached and wiped its environment is found all the same",
  BASH,
  async () => {
    const tree = bash("(sleep 0.6; env -i setsid sleep 299 >/dev/null 2>&1) & exec sleep 300");
    const wiped = () => allProcesses().find(({ command }) => command.endsWith("sleep 299"));
    await waitFor(() => tree.processes().some(({ command }) => command === "sleep 299"), {
      what: "the wiped one",
    });
    await assert.rejects(tree.stopCleanly(), /still alive 0\.7 s after the stop:[^]*\d+ sleep 299/);
    await waitFor(() => wiped() === undefined, { what: "the wiped one to end" });
  },
);

// The small parts of the launcher that need neither a server nor a build.

import assert from "node:assert/strict";
import { join } from "@std/path";
import { agentCommand, chooseAgent } from "../../lib/cli/agent_command.ts";
import { denoCacheFolder } from "../../lib/cli/launcher/deno_cache.ts";
import { findExecutable } from "../../lib/cli/launcher/executables.ts";
import { lockFingerprint, sourceFingerprint } from "../../lib/cli/launcher/fingerprint.ts";
import { hangupIsNotForUs } from "../../lib/cli/launcher/hangup.ts";
import { serverEnvironment } from "../../lib/cli/launcher/server_environment.ts";
import { watchParentPipe } from "../../lib/cli/parent_pipe.ts";

function from(variables: Readonly<Record<string, string>>): (name: string) => string | undefined {
  return (name) => variables[name];
}

async function inTemporary(fn: (root: string) => void | Promise<void>): Promise<void> {
  const root = await Deno.makeTempDir({ prefix: "ph-parts-" });
  try {
    await fn(root);
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}

Deno.test("a program is found on PATH only if it is a file that may be run", () =>
  inTemporary((root) => {
    const [first, second] = [join(root, "1"), join(root, "2")];
    for (const folder of [first, second]) Deno.mkdirSync(folder);
    Deno.writeTextFileSync(join(first, "tool"), "", { mode: 0o644 });
    Deno.mkdirSync(join(first, "folder"));
    Deno.writeTextFileSync(join(second, "tool"), "", { mode: 0o755 });
    const path = `relative::${first}:${second}`;
    assert.equal(findExecutable("tool", path), join(second, "tool"));
    assert.equal(findExecutable("folder", path), undefined);
    assert.equal(findExecutable("tool", undefined), undefined);
    assert.equal(findExecutable(join(second, "tool"), ""), join(second, "tool"));
    assert.equal(findExecutable(join(first, "tool"), path), undefined);
  }));

Deno.test("the configured agent comes first, then codex, then the demo", () =>
  inTemporary((root) => {
    Deno.writeTextFileSync(join(root, "codex"), "", { mode: 0o755 });
    const env = from({ PATH: root, HOME: root });
    assert.deepEqual(chooseAgent({ app_server: ["my agent", "x"] }, env), {
      kind: "configured",
      command: ["my agent", "x"],
      shown: "'my agent' x",
    });
    assert.deepEqual(chooseAgent({ app_server: null }, env), {
      kind: "codex",
      command: [join(root, "codex"), "app-server"],
      shown: "codex app-server",
    });
    const demo = chooseAgent({ app_server: null }, from({ PATH: "/nowhere", HOME: root }));
    assert.deepEqual([demo.kind, demo.command.at(-1)], ["demo", "demo-agent"]);
  }));

Deno.test("a server under the launcher starts the script that it was told", () => {
  const told = { PILOTHOUSE_AGENT: "/c/codex-1", PILOTHOUSE_DEMO_AGENT: "/c/demo-agent" };
  const agent = (kind: string) =>
    agentCommand({ app_server: null }, from({ ...told, PILOTHOUSE_AGENT_KIND: kind }));
  assert.deepEqual(agent("codex").command, ["/c/codex-1"]);
  assert.equal(agent("codex").shown, "codex app-server");
  assert.deepEqual(agent("demo").command, ["/c/demo-agent"]);
});

Deno.test("the fingerprint changes with any source, and with nothing else", () =>
  inTemporary(async (root) => {
    const write = (path: string, text: string) => Deno.writeTextFileSync(join(root, path), text);
    for (const folder of ["lib", "lib/deep", "tests", "_fresh"]) Deno.mkdirSync(join(root, folder));
    const seen = new Set<string>();
    const isNew = async () => {
      const print = await sourceFingerprint(root);
      return !seen.has(print) && !!seen.add(print);
    };
    assert.equal(await isNew(), true);
    write("lib/deep/a.ts", "1");
    assert.equal(await isNew(), true, "added");
    write("lib/deep/a.ts", "12");
    assert.equal(await isNew(), true, "changed");
    Deno.renameSync(join(root, "lib/deep/a.ts"), join(root, "lib/deep/b.ts"));
    assert.equal(await isNew(), true, "renamed");
    write("deno.json", "{}");
    assert.equal(await isNew(), true, "manifest");
    for (const path of ["tests/a.ts", "_fresh/stamp", "deno.lock", "README.md"]) write(path, "1");
    assert.equal(await isNew(), false, "not a source");
  }));

Deno.test("the lock file has a fingerprint of its own", () =>
  inTemporary((root) => {
    const before = lockFingerprint(root);
    Deno.writeTextFileSync(join(root, "deno.lock"), "{}");
    assert.notEqual(lockFingerprint(root), before);
  }));

Deno.test("Deno's cache is found by its own rules", () => {
  assert.equal(denoCacheFolder(from({ DENO_DIR: "/d", HOME: "/h" })), "/d");
  if (Deno.build.os !== "linux") return;
  assert.equal(denoCacheFolder(from({ XDG_CACHE_HOME: "/c", HOME: "/h" })), "/c/deno");
  assert.equal(denoCacheFolder(from({ HOME: "/h" })), "/h/.cache/deno");
  assert.equal(denoCacheFolder(from({})), undefined);
});

Deno.test("a hangup is ignored under nohup only", () => {
  const proc = (ignored: string, terminal: string) => (path: string) =>
    path.endsWith("status")
      ? `Name:\tdeno\nSigIgn:\t${ignored}\n`
      : `7 (de) no) S 1 7 7 ${terminal} 7 0`;
  const none = "0000000000000000";
  assert.equal(hangupIsNotForUs(proc("0000000000001001", "0"), false), true, "nohup itself");
  assert.equal(hangupIsNotForUs(proc(none, "34816"), false), true, "nohup behind deno task");
  assert.equal(hangupIsNotForUs(proc(none, "34816"), true), false, "in a terminal");
  assert.equal(hangupIsNotForUs(proc(none, "0"), false), false, "no terminal at all");
  const missing = () => {
    throw new Deno.errors.NotFound();
  };
  assert.equal(hangupIsNotForUs(missing, false), false, "no /proc");
});

Deno.test("variables that keep Deno from starting programs are dropped, and that is said", () => {
  let said = "";
  const inherited = { PATH: "/bin", LD_PRELOAD: "/x.so", DYLD_X: "y", OLD_ONE: "1" };
  const result = serverEnvironment(inherited, { PILOTHOUSE_X: "1" }, (text) => void (said += text));
  assert.deepEqual(result, {
    PATH: "/bin",
    OLD_ONE: "1",
    PILOTHOUSE_X: "1",
    DENO_NO_UPDATE_CHECK: "1",
  });
  assert.match(said, /LD_PRELOAD, DYLD_X\n$/);
});

Deno.test("the end of the launcher's pipe is told once, and only if there is a launcher", async () => {
  let gone = 0;
  const reads = [3, 1, null];
  const stdin = { read: () => Promise.resolve(reads.shift() ?? null) };
  await watchParentPipe(from({}), () => gone++, stdin);
  assert.deepEqual([gone, reads.length], [0, 3]);
  await watchParentPipe(from({ PILOTHOUSE_PARENT_PIPE: "1" }), () => gone++, stdin);
  assert.equal(gone, 1);
});

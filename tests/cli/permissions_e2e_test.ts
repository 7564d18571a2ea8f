// Proves with the server's own permissions what it can do and what it cannot: the flags that the
// launcher computes are given to a probe that tries.

import assert from "node:assert/strict";
import { fromFileUrl, join } from "@std/path";
import { findExecutable } from "../../lib/cli/launcher/executables.ts";
import { permissionFlags, serverGrants } from "../../lib/cli/launcher/permissions.ts";
import { realPath, thisProgram } from "../../lib/cli/launcher/program.ts";
import { subprocessWrappers, writeWrappers } from "../../lib/cli/launcher/wrappers.ts";

const PROBE = fromFileUrl(new URL("./permissions_probe.ts", import.meta.url));

const NEEDED = [
  "read the program",
  "write in the home",
  "write in the codex home",
  "connect to 127.0.0.1",
  "connect to localhost",
  "run our script",
  "run git",
  "see HOME",
  "load a package",
  "measure its memory",
];

const REFUSED: Readonly<Record<string, RegExp>> = {
  "read a file outside": /^NotCapable: Requires read access/,
  "read the password file": /^NotCapable: Requires read access/,
  "list the root": /^NotCapable: Requires read access/,
  "write outside": /^NotCapable: Requires write access/,
  "write into the program": /^NotCapable: Requires write access/,
  "rewrite our script": /^NotCapable: Requires write access/,
  "make a temporary file": /^NotCapable: Requires write access/,
  "link out of the home": /^NotCapable: /,
  "connect to another address": /^NotCapable: Requires net access/,
  "fetch from another address": /^NotCapable: Requires net access/,
  "look a name up": /^NotCapable: Requires net access/,
  "listen to everyone": /^NotCapable: Requires net access/,
  "load code from the web": /--cached-only is specified/,
  "load a package that is not cached": /not found in cache|--cached-only is specified/,
  "run Deno": /^NotCapable: Requires run access/,
  "run a shell": /^NotCapable: Requires run access/,
  "run a shell by name": /^NotCapable: Requires run access/,
  "preload a library": /^NotCapable: Requires --allow-run permissions/,
  "load a library": /^NotCapable: Requires ffi access/,
  "ask for the host's name": /^NotCapable: Requires sys access/,
  "see a secret variable": /^nothing$/,
  "ask for more": /^nothing$/,
};

async function probe(root: string): Promise<Map<string, string>> {
  const program = thisProgram((name) => name === "DENO_DIR" ? join(root, "cache") : undefined);
  const wrappers = subprocessWrappers(program);
  assert.deepEqual(writeWrappers(wrappers), { ok: true, value: undefined });
  const folders = ["home", "codex", "work", "outside"].map((name) => join(root, name));
  for (const folder of folders) await Deno.mkdir(folder);
  const [home = "", codex = "", cwd = "", outside = ""] = folders;
  await Deno.writeTextFile(join(outside, "secret"), "s");
  const git = findExecutable("git", Deno.env.get("PATH"));
  const script = wrappers[0]?.path ?? "";
  const grants = serverGrants({
    program: program.folder,
    cwd,
    homes: [home, codex],
    sockets: [],
    executables: [...wrappers.map((wrapper) => wrapper.path), ...(git ? [git] : [])],
    behindWrappers: [],
    guarded: [],
    realPath,
  });
  const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "--quiet", "--config", program.manifest, ...permissionFlags(grants)],
      ...[PROBE, home, codex, program.folder, outside, script],
    ],
    env: { OPENAI_API_KEY: "secret" },
  }).output();
  const lines = new TextDecoder().decode(stdout).trim().split("\n");
  assert.ok(lines.length > 1, new TextDecoder().decode(stderr));
  return new Map(lines.map((line) => JSON.parse(line) as [string, string]));
}

Deno.test("with the server's permissions what it needs works and all else is refused", async (t) => {
  const root = await Deno.makeTempDir({ prefix: "ph-perm-" });
  try {
    const results = await probe(root);
    for (const name of NEEDED) {
      await t.step(`it can ${name}`, () => assert.equal(results.get(name), "done"));
    }
    for (const [name, refusal] of Object.entries(REFUSED)) {
      await t.step(`it cannot ${name}`, () => assert.match(results.get(name) ?? "?", refusal));
    }
    assert.equal(results.size, NEEDED.length + Object.keys(REFUSED).length);
  } finally {
    await Deno.remove(root, { recursive: true });
  }
});

import assert from "node:assert/strict";
import { join } from "@std/path";
import { checkWorkingFolder, prepareHomes } from "../../lib/cli/launcher/homes.ts";
import type { Config } from "../../lib/config/schema.ts";

async function inTemporary(fn: (root: string) => void | Promise<void>): Promise<void> {
  const root = await Deno.makeTempDir({ prefix: "ph-homes-" });
  try {
    await fn(root);
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}

function config(home: string, codex_home: string): Pick<Config, "home" | "codex_home" | "cwd"> {
  return { home, codex_home, cwd: "/" };
}

function names(folder: string): string[] {
  return [...Deno.readDirSync(folder)].map((entry) => entry.name).sort();
}

Deno.test("missing homes are made for their owner alone, and stay empty", () =>
  inTemporary((root) => {
    const [home, codex] = [join(root, "a/b/home"), join(root, "codex")];
    const outcome = prepareHomes(config(home, codex));
    assert.ok(outcome.ok);
    for (const folder of [home, codex]) {
      assert.equal((Deno.statSync(folder).mode ?? 0) & 0o777, 0o700);
      assert.deepEqual(names(folder), []);
    }
    outcome.value();
    assert.deepEqual(names(root), [], "taken away again");
  }));

Deno.test("homes that were there, or hold something by now, are not taken away", () =>
  inTemporary((root) => {
    const [home, codex] = [join(root, "home"), join(root, "codex")];
    Deno.mkdirSync(codex);
    const outcome = prepareHomes(config(home, codex));
    assert.ok(outcome.ok);
    Deno.writeTextFileSync(join(home, "token"), "t");
    outcome.value();
    assert.deepEqual(names(root), ["codex", "home"]);
  }));

Deno.test("a home that is a file is refused, and nothing is left behind", () =>
  inTemporary((root) => {
    const [home, codex] = [join(root, "new/home"), join(root, "codex")];
    Deno.writeTextFileSync(codex, "");
    assert.deepEqual(prepareHomes(config(home, codex)), {
      ok: false,
      exitCode: 1,
      message: `cannot use ${codex}: it is a file; make it a folder that you can write to, or ` +
        `name another with --codex-home or CODEX_HOME`,
    });
    assert.deepEqual(names(root), ["codex"]);
  }));

Deno.test("a home below a file says what the system said", () =>
  inTemporary((root) => {
    Deno.writeTextFileSync(join(root, "file"), "");
    const outcome = prepareHomes(config(join(root, "file/home"), join(root, "codex")));
    assert.ok(!outcome.ok);
    assert.match(outcome.message, /file\/home: Not a directory \(os error 20\); .* --home or/);
    assert.deepEqual(names(root), ["file"]);
  }));

Deno.test({
  name: "a home where nothing can be written is refused",
  // /proc refuses new files to everyone, root included, like a read-only disk.
  ignore: Deno.build.os !== "linux",
  fn: () =>
    inTemporary((root) => {
      const outcome = prepareHomes(config("/proc/pilothouse", join(root, "codex")));
      assert.ok(!outcome.ok);
      assert.match(outcome.message, /^cannot use \/proc\/pilothouse: .*\(os error \d+\); make it/);
      assert.deepEqual(names(root), []);
    }),
});

Deno.test("a working folder that is missing or a file is refused", () =>
  inTemporary((root) => {
    Deno.writeTextFileSync(join(root, "file"), "");
    const check = (cwd: string) => checkWorkingFolder({ ...config("", ""), cwd });
    assert.equal(check(root).ok, true);
    for (const name of ["missing", "file"]) {
      const outcome = check(join(root, name));
      assert.ok(!outcome.ok);
      assert.match(outcome.message, /name another with --cwd$/);
    }
  }));

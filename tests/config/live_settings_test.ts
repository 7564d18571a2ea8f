import assert from "node:assert/strict";
import { editConfig } from "../../lib/config/edit_config.ts";
import { LiveSettings } from "../../lib/config/live_settings.ts";
import type { Config } from "../../lib/config/schema.ts";

Deno.test("a change of the file keeps its comments, its order and what it does not know", () => {
  const text = '{\n  // mine\n  "port": 1, // low\n  "later": [1],\n}\n';
  const edited = editConfig(text, { port: 2, cwd: "/w" });
  assert.ok(edited.ok);
  assert.match(edited.text, /\/\/ mine\n {2}"port": 2, \/\/ low\n {2}"later": \[\s*1\s*\],/);
  assert.match(edited.text, /"cwd": "\/w"/);
});

Deno.test("a file that is empty, missing or only comments becomes one", () => {
  for (const text of ["", "// nothing yet\n"]) {
    const edited = editConfig(text, { message_mode: "steer" });
    assert.ok(edited.ok);
    assert.match(edited.text, /"message_mode": "steer"/);
  }
});

Deno.test("a broken file is not made worse", () => {
  assert.deepEqual(editConfig('{"port": }', { port: 2 }).ok, false);
  assert.deepEqual(editConfig("[1]", { port: 2 }).ok, false);
});

Deno.test("a change counts at once and is in the file, for its owner only", async () => {
  const home = await Deno.makeTempDir();
  try {
    const config = { home, cwd: "/a", message_mode: "queue", app_server: null } as Config;
    const live = new LiveSettings(config);
    await Promise.all([live.change({ cwd: "/b" }), live.change({ message_mode: "steer" })]);
    assert.deepEqual([live.cwd, live.messageMode, live.appServer], ["/b", "steer", null]);
    const text = await Deno.readTextFile(live.path);
    assert.deepEqual(JSON.parse(text), { cwd: "/b", message_mode: "steer" });
    assert.equal((await Deno.stat(live.path)).mode! & 0o777, 0o600);
    await Deno.writeTextFile(live.path, "{broken");
    await assert.rejects(live.change({ cwd: "/c" }), /by hand/);
    assert.equal(live.cwd, "/b");
    assert.equal(await Deno.readTextFile(live.path), "{broken");
  } finally {
    await Deno.remove(home, { recursive: true });
  }
});

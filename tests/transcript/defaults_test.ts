import assert from "node:assert/strict";
import { Defaults } from "../../lib/transcript/defaults.ts";

async function withHome(fn: (home: string) => Promise<void>): Promise<void> {
  const home = await Deno.makeTempDir();
  try {
    await fn(home);
  } finally {
    await Deno.remove(home, { recursive: true });
  }
}

Deno.test("what was chosen is kept, also over a restart", () =>
  withHome(async (home) => {
    const defaults = new Defaults(home, assert.fail);
    assert.deepEqual(await defaults.get(), {});
    await defaults.change({ model: "m", markdown: false });
    await defaults.change({ model: null });
    const again = new Defaults(home, assert.fail);
    assert.deepEqual(await again.get(), { model: null, markdown: false });
  }));

Deno.test("a spoilt file is reported and counts as empty", () =>
  withHome(async (home) => {
    for (const text of ["{", '{"approval":"whatever"}']) {
      await Deno.writeTextFile(`${home}/defaults.json`, text);
      const reports: string[] = [];
      assert.deepEqual(await new Defaults(home, (line) => reports.push(line)).get(), {});
      assert.equal(reports.length, 1);
    }
  }));

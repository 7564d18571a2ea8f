import assert from "node:assert/strict";
import { join } from "node:path";
import { readJsonFile, writeJsonFile } from "../../lib/disk/json_file.ts";

async function inFolder(fn: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "ph-disk-" });
  try {
    await fn(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const namesIn = (folder: string) => [...Deno.readDirSync(folder)].map(({ name }) => name).sort();

Deno.test("a file is replaced whole, is private, and nothing else is left beside it", () =>
  inFolder(async (folder) => {
    const path = join(folder, "a.json");
    await writeJsonFile(path, { long: "x".repeat(100_000) });
    await writeJsonFile(path, { short: 1 });
    assert.deepEqual(await readJsonFile(path), { short: 1 });
    assert.equal((await Deno.stat(path)).mode! & 0o777, 0o600);
    assert.deepEqual(namesIn(folder), ["a.json"]);
  }));

Deno.test("a file that cannot be replaced stays as it was, without a leftover", () =>
  inFolder(async (folder) => {
    const path = join(folder, "a.json");
    // A folder of that name with something in it cannot be renamed over.
    await Deno.mkdir(join(path, "inside"), { recursive: true });
    await assert.rejects(writeJsonFile(path, 1));
    assert.deepEqual(namesIn(folder), ["a.json"]);
    assert.deepEqual(namesIn(path), ["inside"]);
  }));

Deno.test("a file that is not there is null, and a broken one is named", () =>
  inFolder(async (folder) => {
    const path = join(folder, "a.json");
    assert.equal(await readJsonFile(path), null);
    await Deno.writeTextFile(path, '{"half":');
    await assert.rejects(readJsonFile(path), new RegExp(`cannot read ${path}`));
  }));

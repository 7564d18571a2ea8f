import assert from "node:assert/strict";
import { join } from "node:path";
import { isShellId, newShellId } from "../../lib/shells/record.ts";
import { readRecord, RecordFile } from "../../lib/shells/record_file.ts";
import { RECORD } from "./sample_record.ts";

async function inFolder(fn: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await fn(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("the latest state wins, whole, private, and with nothing left beside it", () =>
  inFolder(async (folder) => {
    const file = new RecordFile(folder, assert.fail);
    const saves = Array.from({ length: 20 }, (_, restarts) => file.save({ ...RECORD, restarts }));
    await Promise.all(saves);
    await file.save({ ...RECORD, restarts: 99 });
    const read = await readRecord(folder);
    assert.ok(read.ok);
    assert.equal(read.record.restarts, 99);
    assert.deepEqual([...Deno.readDirSync(folder)].map(({ name }) => name), ["record.json"]);
    assert.equal(Deno.statSync(join(folder, "record.json")).mode! & 0o777, 0o600);
  }));

Deno.test("a save right after the last one is not forgotten", () =>
  inFolder(async (folder) => {
    const file = new RecordFile(folder, assert.fail);
    for (let restarts = 0; restarts < 30; restarts++) {
      await file.save({ ...RECORD, restarts });
      const read = await readRecord(folder);
      assert.equal(read.ok && read.record.restarts, restarts);
    }
  }));

Deno.test("fields of a later version are kept, and a broken record names its file", () =>
  inFolder(async (folder) => {
    await Deno.writeTextFile(join(folder, "record.json"), JSON.stringify({ ...RECORD, colour: 1 }));
    const read = await readRecord(folder);
    assert.equal(read.ok && read.record.colour, 1);
    for (const text of ["", "{", "null", JSON.stringify({ ...RECORD, status: "odd" })]) {
      await Deno.writeTextFile(join(folder, "record.json"), text);
      const broken = await readRecord(folder);
      assert.ok(!broken.ok && broken.problem.includes("record.json"), text);
    }
  }));

Deno.test("a record that cannot be written is told, and the shell goes on", async () => {
  const problems: string[] = [];
  await new RecordFile("/no/such/folder", (problem) => problems.push(problem)).save(RECORD);
  assert.match(problems.join(), /cannot write \/no\/such\/folder\/record\.json/);
});

Deno.test("ids sort by time and are safe as names", () => {
  const ids = [1_700_000_000_000, 1_800_000_000_000, 2_900_000_000_000]
    .map((at) => newShellId(at, () => "0011aabb"));
  assert.deepEqual([...ids].sort(), ids);
  assert.ok(ids.every(isShellId), ids.join());
  for (
    const bad of ["", "..", "sh_", "sh_../x", "sh_0mdq3k2x1_0011aabb/..", "SH_0mdq3k2x1_0011aabb"]
  ) {
    assert.ok(!isShellId(bad), bad);
  }
});

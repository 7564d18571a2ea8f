import assert from "node:assert/strict";
import { FileIndex } from "../../lib/files/file_index.ts";

Deno.test("files and their folders are found, each with its type", async () => {
  const index = new FileIndex(() => 0, () => Promise.resolve(["lib/view/rows.ts", "main.ts"]));
  assert.deepEqual(await index.find("/x", "", 10), [
    { path: "lib/", type: "directory" },
    { path: "main.ts", type: "file" },
    { path: "lib/view/", type: "directory" },
    { path: "lib/view/rows.ts", type: "file" },
  ]);
  assert.deepEqual(await index.find("/x", "./main", 10), [{ path: "main.ts", type: "file" }]);
});

Deno.test("a folder is listed once at a time, and anew only after a while", async () => {
  let now = 0;
  let lists = 0;
  const index = new FileIndex(() => now, () => Promise.resolve([`file${++lists}.txt`]));
  await Promise.all([index.find("/x", "f", 1), index.find("/x", "f", 1)]);
  assert.equal(lists, 1);
  now = 60_000;
  // The old list answers at once; the new one is there for the next question.
  assert.deepEqual(await index.find("/x", "f", 1), [{ path: "file1.txt", type: "file" }]);
  assert.equal(lists, 2);
  assert.deepEqual(await index.find("/x", "f", 1), [{ path: "file2.txt", type: "file" }]);
});

Deno.test("a folder that cannot be listed is tried again", async () => {
  let broken = true;
  const index = new FileIndex(
    () => 0,
    () => broken ? Promise.reject(new Error("no")) : Promise.resolve(["a.txt"]),
  );
  await assert.rejects(index.find("/x", "", 1));
  broken = false;
  assert.equal((await index.find("/x", "", 1)).length, 1);
});

Deno.test("only a few folders are remembered", async () => {
  let lists = 0;
  const index = new FileIndex(() => 0, () => Promise.resolve([`${++lists}`]));
  for (const cwd of ["/a", "/b", "/c", "/d", "/e", "/a"]) await index.find(cwd, "", 1);
  assert.equal(lists, 6);
});

import assert from "node:assert/strict";
import type { DiffEntry } from "../../../lib/router/change.ts";
import { FileChanges } from "../../../lib/transcript/outline/changed_files.ts";

const diff = (path: string, added = 1, removed = 0): DiffEntry => ({
  ...{ id: `t:diff:${path}`, ts: "2026-01-01T00:00:00Z", role: "diff", diff_id: "d", path },
  ...{ change: "update", added, removed, diff: "" },
});

const paths = (files: FileChanges, before?: number, limit = 10): string[] =>
  files.page({ before, limit }).files.map(({ path }) => path);

Deno.test("the file that was changed last comes first, with the sum of its changes", () => {
  const files = new FileChanges();
  files.put(1, diff("a", 2, 1));
  files.put(2, diff("b", 4));
  files.put(5, diff("a", 3));
  const { files: [first], total } = files.page({ limit: 10 });
  assert.deepEqual(paths(files), ["a", "b"]);
  assert.deepEqual([first?.added, first?.removed, first?.count], [5, 1, 2]);
  assert.deepEqual(first?.edits.map(({ number }) => number), [5, 1]);
  assert.deepEqual(total, { files: 2, added: 9, removed: 1 });
});

Deno.test("a diff that is written again replaces the one of its number", () => {
  const files = new FileChanges();
  files.put(1, diff("a", 2));
  files.put(1, diff("a", 7));
  files.put(2, diff("b", 1));
  files.put(2, diff("c", 1));
  const { total } = files.page({ limit: 10 });
  assert.deepEqual(total, { files: 2, added: 8, removed: 0 });
  assert.deepEqual(paths(files), ["c", "a"]);
});

Deno.test("pages go on where the last one ended, each file once", () => {
  const files = new FileChanges();
  for (let number = 1; number <= 25; number++) files.put(number, diff(`f${number}`));
  const seen: string[] = [];
  let page = files.page({ limit: 10 });
  for (;;) {
    seen.push(...page.files.map(({ path }) => path));
    if (!page.more) break;
    page = files.page({ before: page.files.at(-1)!.edits[0]!.number, limit: 10 });
  }
  assert.deepEqual(seen, Array.from({ length: 25 }, (_, at) => `f${25 - at}`));
});

Deno.test("beyond its bound the oldest changes are dropped and counted", () => {
  const files = new FileChanges(3);
  for (let number = 1; number <= 5; number++) files.put(number, diff(number % 2 ? "odd" : "even"));
  const { files: found, dropped, total } = files.page({ limit: 10 });
  assert.equal(dropped, 2);
  assert.deepEqual(found.map(({ path, count }) => [path, count]), [["odd", 2], ["even", 1]]);
  assert.equal(total.added, 3);
});

Deno.test("numbers that are none count as nothing", () => {
  const files = new FileChanges();
  files.put(1, { ...diff("a"), added: "many" as unknown as number, removed: NaN });
  assert.deepEqual(files.page({ limit: 1 }).total, { files: 1, added: 0, removed: 0 });
});

import assert from "node:assert/strict";
import type { DiffEntry } from "../../../lib/router/change.ts";
import { FileChanges } from "../../../lib/transcript/outline/changed_files.ts";
import { ChangesModel } from "../../../lib/page/panels/changes_model.ts";

const diff = (number: number, path: string, added = 1): DiffEntry => ({
  ...{ id: `d${number}`, ts: "", role: "diff", diff_id: "", path, change: "update", added },
  ...{ removed: 0, diff: `+${added}` },
});

/** A model on the changes of a conversation, which a test makes. */
function made() {
  const files = new FileChanges();
  const entries = new Map<number, DiffEntry>();
  const model = new ChangesModel({
    changes: (query) => Promise.resolve(files.page(query)),
    range: ({ after }) => {
      const entry = entries.get(after + 1);
      const first = after + 1;
      if (entry === undefined) return Promise.reject(new Error("gone"));
      return Promise.resolve({ entries: [entry], first, last: first, total: 1 });
    },
  });
  const put = (entry: DiffEntry, number: number) => {
    entries.set(number, entry);
    files.put(number, entry);
  };
  const paths = () => model.files.value.value?.files.map(({ path }) => path) ?? [];
  return { model, put, paths };
}

Deno.test("pages follow each other, and what changes meanwhile moves to the front", async () => {
  const { model, put, paths } = made();
  for (let at = 1; at <= 120; at++) put(diff(at, `f${at}`), at);
  await model.files.now();
  assert.equal(paths().length, 50);
  await model.loadMore();
  assert.deepEqual([paths().length, paths()[99]], [100, "f21"]);
  put(diff(121, "f30"), 121);
  await model.files.now();
  assert.equal(paths()[0], "f30");
  assert.equal(new Set(paths()).size, paths().length);
  await model.loadMore();
  assert.deepEqual([paths().length, paths().at(-1)], [120, "f1"]);
  assert.equal(model.files.value.value?.more, false);
});

Deno.test("a diff is read on demand, and anew when its file was changed again", async () => {
  const { model, put } = made();
  put(diff(1, "a"), 1);
  await model.files.now();
  await model.need(1);
  assert.deepEqual(model.diffs.value.get(1), { state: "there", diff: "+1" });
  put(diff(1, "a", 7), 1);
  await model.files.now();
  assert.equal(model.diffs.value.get(1), undefined);
  await model.need(1);
  assert.deepEqual(model.diffs.value.get(1), { state: "there", diff: "+7" });
  await model.need(99);
  assert.deepEqual(model.diffs.value.get(99), { state: "failed" });
});

Deno.test("only so many diffs are held", async () => {
  const { model, put } = made();
  for (let at = 1; at <= 70; at++) put(diff(at, `f${at}`), at);
  for (let at = 1; at <= 70; at++) await model.need(at);
  assert.equal(model.diffs.value.size, 60);
  assert.equal(model.diffs.value.has(70), true);
});

Deno.test("what cannot be read is said, and what was shown stays", async () => {
  let fail = false;
  const model = new ChangesModel({
    changes: () => {
      if (fail) return Promise.reject(new Error("the line is down"));
      const total = { files: 0, added: 0, removed: 0 };
      return Promise.resolve({ files: [], more: false, total, dropped: 0 });
    },
    range: () => Promise.reject(new Error("no")),
  });
  await model.files.now();
  fail = true;
  await model.files.now();
  assert.equal(model.files.problem.value, "the line is down");
  assert.notEqual(model.files.value.value, null);
});

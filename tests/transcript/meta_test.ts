import assert from "node:assert/strict";
import { changedMeta, isOnlyTouched, readMeta, settingsChange } from "../../lib/transcript/meta.ts";

const NOW = "2026-01-01T00:00:00.000Z";
const FALLBACK = { conversation_id: "c", cwd: "/there", created_at: NOW, updated_at: NOW };

Deno.test("an old meta without the newer fields gets their defaults", () => {
  const { meta, problems } = readMeta({ conversation_id: "c", cwd: "/here" }, FALLBACK)!;
  assert.deepEqual(problems, []);
  assert.equal(meta.cwd, "/here");
  assert.equal(meta.created_at, NOW);
  assert.deepEqual([meta.model, meta.markdown, meta.command_output_lines], [null, true, 20]);
});

Deno.test("a wrong field is told by its key, replaced, and its value is kept aside", () => {
  const wrong = {
    approval: "sometimes",
    command_output_lines: "many",
    cwd: 7,
    label: "mine",
    own: 1,
  };
  const { meta, problems } = readMeta(wrong, FALLBACK)!;
  assert.deepEqual(problems.map((line) => line.split(":")[0]), [
    "cwd",
    "approval",
    "command_output_lines",
  ]);
  assert.deepEqual([meta.approval, meta.command_output_lines, meta.cwd], [null, 20, "/there"]);
  assert.deepEqual([meta.label, meta.own], ["mine", 1]);
  const aside = { approval: "sometimes", command_output_lines: "many", cwd: 7 };
  assert.deepEqual(meta.invalid_fields, aside);
  // Read again, as it was written, it is right, and nothing is lost.
  const again = readMeta(JSON.parse(JSON.stringify(meta)), FALLBACK)!;
  assert.deepEqual(again, { meta, problems: [] });
  const { cwd: _, ...left } = aside;
  assert.deepEqual(changedMeta(meta, { cwd: "/new" }).invalid_fields, left);
  const fixed = changedMeta(meta, { cwd: "/", approval: "never", command_output_lines: 3 });
  assert.equal("invalid_fields" in fixed, false);
});

Deno.test("a meta that names another conversation than its folder is corrected", () => {
  const { meta, problems } = readMeta({ conversation_id: "other", cwd: "/" }, FALLBACK)!;
  assert.equal(meta.conversation_id, "c");
  assert.equal(problems.length, 1);
});

Deno.test("what is no object is no meta", () => {
  for (const value of [null, [], "text", 7]) assert.equal(readMeta(value, FALLBACK), null);
});

Deno.test("a change has only what was given, and no field that does not exist", () => {
  assert.deepEqual(settingsChange.parse({ pinned: true }), { pinned: true });
  assert.equal(settingsChange.safeParse({ modle: "x" }).success, false);
  assert.equal(settingsChange.safeParse({ thread_id: "x" }).success, false);
  assert.equal(settingsChange.safeParse({ cwd: "a\0b" }).success, false);
  assert.equal(settingsChange.safeParse({ model: "gpt 5; rm" }).success, false);
});

Deno.test("a conversation that was only used is no other than before", () => {
  const { meta } = readMeta({ conversation_id: "c", cwd: "/here" }, FALLBACK)!;
  const later = "2026-01-02T00:00:00.000Z";
  assert.equal(isOnlyTouched(meta, { ...meta, updated_at: later }), true);
  assert.equal(isOnlyTouched(meta, { ...meta, updated_at: later, label: "x" }), false);
  assert.equal(isOnlyTouched(undefined, meta), false, "it is new");
});

import assert from "node:assert/strict";
import { PasteWatch } from "../../lib/shell/paste_watch.ts";

Deno.test("a shell that takes pastes is waited for at every prompt", () => {
  const watch = new PasteWatch();
  watch.prompt(0);
  assert.equal(watch.isSettled(10, false), false);
  assert.equal(watch.isSettled(20, true), true);
  watch.prompt(1_000);
  assert.equal(watch.isSettled(2_000, false), false);
  assert.equal(watch.isSettled(2_001, true), true);
});

Deno.test("a shell that does not is waited for once", () => {
  const watch = new PasteWatch();
  watch.prompt(0);
  assert.equal(watch.isSettled(399, false), false);
  assert.equal(watch.isSettled(400, false), true);
  watch.prompt(1_000);
  assert.equal(watch.isSettled(1_000, false), true);
});

Deno.test("a shell that has switched it off is waited for once more", () => {
  const watch = new PasteWatch();
  watch.prompt(0);
  assert.equal(watch.isSettled(1, true), true);
  watch.prompt(10);
  assert.equal(watch.isSettled(3_009, false), false);
  assert.equal(watch.isSettled(3_010, false), true);
  watch.prompt(4_000);
  assert.equal(watch.isSettled(4_000, false), true);
});

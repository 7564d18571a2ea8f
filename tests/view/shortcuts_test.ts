import assert from "node:assert/strict";
import { EVERYWHERE, keyCaps, keyName, OUTSIDE } from "../../lib/view/shortcuts.ts";

const press = (key: string, more: Partial<KeyboardEvent> = {}) =>
  keyName({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more });

Deno.test("a key has one name, with Ctrl and Cmd alike", () => {
  assert.equal(press("k", { ctrlKey: true }), "mod+k");
  assert.equal(press("k", { metaKey: true }), "mod+k");
  assert.equal(press("O", { ctrlKey: true, shiftKey: true }), "mod+shift+o");
  assert.equal(press("?", { shiftKey: true }), "?");
  assert.equal(press("ArrowUp", { altKey: true }), "alt+arrowup");
});

Deno.test("no two shortcuts have the same keys", () => {
  const keys = [...EVERYWHERE, ...OUTSIDE].map((shortcut) => shortcut.keys);
  assert.equal(new Set(keys).size, keys.length);
});

Deno.test("keys are written as on a keyboard", () => {
  assert.deepEqual(keyCaps("mod+shift+o", false), ["Ctrl", "Shift", "O"]);
  assert.deepEqual(keyCaps("mod+k", true), ["⌘", "K"]);
  assert.deepEqual(keyCaps("escape escape", false), ["Esc", "Esc"]);
});

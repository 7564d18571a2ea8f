import assert from "node:assert/strict";
import { PromptWatch } from "../../lib/shell/prompt_watch.ts";

const keys = (text: string) => new TextEncoder().encode(text);
const place = (here = true) => ({ isHere: () => here, forget: () => {} });

function atPrompt(): PromptWatch {
  const watch = new PromptWatch();
  watch.prompt(1_000);
  watch.drawn(place());
  return watch;
}

Deno.test("a prompt that nobody has touched is empty, even while background jobs write", () => {
  const watch = atPrompt();
  watch.output(1_001);
  assert.equal(watch.isEmpty(1_001, false), true);
});

Deno.test("a shell that runs something is at no prompt", () => {
  const watch = new PromptWatch();
  assert.equal(watch.isEmpty(5_000, true), false);
  watch.prompt(1_000);
  watch.drawn(place());
  watch.left();
  assert.equal(watch.isEmpty(5_000, true), false);
});

Deno.test("typed text makes it full until it is gone from the screen", () => {
  const watch = atPrompt();
  let here = false;
  watch.drawn({ isHere: () => here, forget: () => {} });
  watch.typed(keys("ls"), 2_000);
  assert.equal(watch.isEmpty(3_000, true), false);
  here = true;
  watch.typed(keys("\x15"), 3_000);
  assert.equal(watch.isEmpty(3_010, true), false, "the echo may still come");
  assert.equal(watch.isEmpty(3_200, false), false, "the screen is behind");
  watch.output(3_195);
  assert.equal(watch.isEmpty(3_200, true), false, "it is still being drawn");
  assert.equal(watch.isEmpty(3_300, true), true);
});

Deno.test("after Enter it is full until the next prompt", () => {
  const watch = atPrompt();
  watch.drawn(place(false));
  watch.typed(keys("ls\r"), 2_000);
  assert.equal(watch.isEmpty(2_500, true), false);
  watch.prompt(2_600);
  watch.drawn(place(false));
  assert.equal(watch.isEmpty(2_601, true), true);
});

Deno.test("text that was typed ahead makes the next prompt full", () => {
  const watch = atPrompt();
  watch.left();
  watch.typed(keys("ech"), 2_000);
  watch.prompt(3_000);
  watch.drawn(place(false));
  assert.equal(watch.isEmpty(4_000, true), false);
});

Deno.test("a prompt whose end is not told needs a moment of silence", () => {
  const watch = new PromptWatch();
  watch.prompt(1_000);
  assert.equal(watch.isEmpty(1_010, true), false);
  assert.equal(watch.isEmpty(1_200, true), true);
  watch.typed(keys("x"), 1_300);
  assert.equal(watch.isEmpty(9_000, true), false, "and cannot be told empty again");
});

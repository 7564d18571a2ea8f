import assert from "node:assert/strict";
import { Silence } from "../../lib/shell/silence.ts";

Deno.test("a shell is silent since its last output", () => {
  const silence = new Silence(0, false);
  assert.equal(silence.ms(50), 50);
  silence.output(60);
  assert.equal(silence.ms(100), 40);
});

Deno.test("a shell that is to tell something is not taken for silent until it has, or is late", () => {
  const told = new Silence(0, true);
  assert.equal(told.ms(5_000), 0);
  told.told();
  assert.equal(told.ms(5_000), 5_000);
  assert.equal(new Silence(0, true).ms(10_000), 10_000);
});

Deno.test("what was entered is to be echoed before silence counts", () => {
  const silence = new Silence(0, false);
  silence.submitted(100);
  assert.equal(silence.ms(300), 0);
  silence.output(310);
  assert.equal(silence.ms(500), 190);
  silence.submitted(600);
  assert.equal(silence.ms(2_101), 1_791, "some programs echo nothing");
});

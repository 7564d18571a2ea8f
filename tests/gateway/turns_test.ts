import assert from "node:assert/strict";
import { Turns } from "../../lib/gateway/turns.ts";

Deno.test("a turn exists from the moment that it is asked for, and runs when that is told", async () => {
  const turns = new Turns();
  assert.equal(turns.of("t"), null);
  turns.requested("t");
  assert.deepEqual(turns.of("t"), { turnId: null, running: false });
  turns.accepted("t", "one");
  assert.deepEqual(turns.of("t"), { turnId: "one", running: false });
  const runs = turns.whenRunning("t", 1_000);
  turns.started("t", "one");
  assert.equal(await runs, "one");
  assert.equal(turns.ended("t", "one", true), false);
  assert.equal(turns.of("t"), null);
});

Deno.test("a reply that is looked at after the end of its turn brings no turn back", () => {
  const turns = new Turns();
  turns.requested("t");
  turns.started("t", "one");
  turns.ended("t", "one", true);
  turns.accepted("t", "one");
  assert.equal(turns.of("t"), null);
  turns.requested("t");
  turns.ended("t", "two", true);
  turns.accepted("t", "two");
  assert.equal(turns.of("t"), null);
});

Deno.test("the end of an earlier turn does not end the one that was just asked for", () => {
  const turns = new Turns();
  turns.requested("t");
  turns.ended("t", "before", true);
  assert.deepEqual(turns.of("t"), { turnId: null, running: false });
});

Deno.test("a turn that ends under another name is over when nothing runs any more", () => {
  const turns = new Turns();
  turns.started("t", "inner");
  turns.ended("t", "outer", true);
  assert.equal(turns.of("t"), null);
});

Deno.test("who waits for a turn that is refused or cut off is told", async () => {
  const turns = new Turns();
  for (const over of [() => turns.refused("t"), () => turns.reset(), () => turns.forget("t")]) {
    turns.requested("t");
    const runs = turns.whenRunning("t", 1_000);
    over();
    assert.equal(await runs, null);
  }
  turns.requested("t");
  assert.equal(await turns.whenRunning("t", 1), null);
});

Deno.test("a stop by a person is remembered until the end", () => {
  const turns = new Turns();
  turns.started("t", "one");
  turns.interrupted("t");
  assert.equal(turns.ended("t", "one", true), true);
  turns.started("t", "two");
  assert.equal(turns.ended("t", "two", true), false);
});

import assert from "node:assert/strict";
import { cleanUpAll, withCleanUp } from "./lifetime.ts";

Deno.test("a block is cleaned up once, whether it ends well or not", async () => {
  const log: string[] = [];
  const note = (what: string) => () => Promise.resolve(void log.push(what));
  assert.equal(await withCleanUp(note("good"), () => Promise.resolve(7)), 7);
  await assert.rejects(
    withCleanUp(note("bad"), () => Promise.reject(new Error("x"))),
    /^Error: x$/,
  );
  assert.deepEqual(log, ["good", "bad"]);
});

Deno.test("a failing clean-up does not hide why the block failed", async () => {
  const failing = withCleanUp(
    () => Promise.reject(new Error("still alive")),
    () => Promise.reject(new Error("wrong colour")),
  );
  await assert.rejects(failing, /wrong colour; then still alive/);
});

Deno.test("a block that hangs is cleaned up without waiting for it, newest first", async () => {
  const log: string[] = [];
  const { promise: hanging, resolve: letGo } = Promise.withResolvers<void>();
  const note = (what: string) => () => Promise.resolve(void log.push(what));
  const blocks = withCleanUp(note("outer"), () => withCleanUp(note("inner"), () => hanging));
  await cleanUpAll();
  assert.deepEqual(log, ["inner", "outer"]);
  letGo();
  await blocks;
  assert.deepEqual(log, ["inner", "outer"]);
});

import assert from "node:assert/strict";
import { fingerprint, runtimeSecret } from "../../lib/shells/runtime.ts";

Deno.test("the runtime secret comes from the variable or the file, and never from nowhere", async () => {
  const load = (path: string) => Promise.resolve(`from ${path}`);
  const refuse = (path: string) => Promise.reject(new Error(`${path} can be read by others`));
  assert.equal(await runtimeSecret("/h", () => "0123456789abcdef", refuse), "0123456789abcdef");
  assert.equal(await runtimeSecret("/h", () => undefined, load), "from /h/secret");
  assert.equal(await runtimeSecret("/h", () => "", load), "from /h/secret");
  await assert.rejects(runtimeSecret("/h", () => "short", load), (error: Error) => {
    assert.match(error.message, /^PILOTHOUSE_SECRET is too short/);
    assert.ok(!error.message.includes('"short"'));
    return true;
  });
  await assert.rejects(
    runtimeSecret("/h", () => undefined, refuse),
    /^Error: a runtime secret is required, .*can be read by others; or set PILOTHOUSE_SECRET$/,
  );
});

Deno.test("a fingerprint depends on secret and folder, and tells neither", () => {
  const prints = [["a", "/x"], ["a", "/y"], ["b", "/x"]].map(([s, c]) => fingerprint(s!, c!));
  assert.equal(new Set(prints).size, 3);
  assert.equal(fingerprint("a", "/x"), prints[0]);
  assert.match(prints[0]!, /^[0-9a-f]{24}$/);
});

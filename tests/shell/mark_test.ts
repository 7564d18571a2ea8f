import assert from "node:assert/strict";
import { type Nonces, readMark } from "../../lib/shell/mark.ts";

const NONCES: Nonces = { strong: "strong", weak: "weak" };

function read(nonce: string, ...fields: string[]) {
  return readMark({ kind: "mark", nonce, fields }, NONCES);
}

Deno.test("a begin tells text, folder and how sure the shell is", () => {
  const begin = { kind: "begin", seq: 4, cwd: "/tmp" };
  assert.deepEqual(read("strong", "C", "4", "/tmp", "known", "ls"), {
    ...begin,
    text: "ls",
    sure: true,
  });
  assert.deepEqual(read("strong", "C", "4", "/tmp", "perhaps", "ls"), {
    ...begin,
    text: "ls",
    sure: false,
  });
  assert.deepEqual(read("strong", "C", "4", "/tmp", "hidden", ""), {
    ...begin,
    text: null,
    sure: true,
  });
});

Deno.test("an end without a readable exit code says null", () => {
  assert.deepEqual(read("strong", "D", "4", "x", "/tmp"), {
    kind: "end",
    seq: 4,
    exitCode: null,
    cwd: "/tmp",
    text: null,
  });
});

Deno.test("what makes no sense is no mark", () => {
  assert.equal(read("strong", "C", "-1", "/tmp"), null);
  assert.equal(read("strong", "D", "1e9", "0"), null);
  assert.equal(read("strong", "Z"), null);
  assert.equal(read("strong", "constructor", "1"), null);
  assert.equal(read("strong"), null);
  assert.equal(read("other", "A", "1"), null);
});

Deno.test("the nonce in the prompt can only tell where the prompt ends", () => {
  assert.deepEqual(read("weak", "B"), { kind: "input" });
  assert.equal(read("weak", "C", "1", "/", "known", "rm"), null);
  assert.equal(read("weak", "D", "1", "0"), null);
});

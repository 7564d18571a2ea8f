import assert from "node:assert/strict";
import { OutputRing } from "../../../lib/shell/host/output_ring.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (value: Uint8Array | null) => value === null ? null : new TextDecoder().decode(value);

Deno.test("output can be read again by its number while the ring has it", () => {
  const ring = new OutputRing(8);
  for (const part of ["abc", "def", "gh"]) ring.push(bytes(part));
  assert.deepEqual([ring.from, ring.end, text(ring.read(2, 100))], [0, 8, "cdefgh"]);
  ring.push(bytes("ij"));
  assert.deepEqual([ring.from, ring.end], [2, 10]);
  assert.equal(text(ring.read(1, 100)), null);
  assert.equal(text(ring.read(2, 100)), "cdefghij");
  assert.equal(text(ring.read(5, 3)), "fgh");
  assert.equal(text(ring.read(10, 100)), "");
  assert.equal(text(ring.read(11, 100)), null);
});

Deno.test("a chunk larger than the ring leaves its end", () => {
  const ring = new OutputRing(4);
  ring.push(bytes("ab"));
  ring.push(bytes("cdefghijk"));
  assert.deepEqual([ring.from, ring.end, text(ring.read(7, 9))], [7, 11, "hijk"]);
});

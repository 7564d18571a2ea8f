import assert from "node:assert/strict";
import { KeptOutput } from "../../lib/shell/kept_output.ts";

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const bytes = (value: string) => new TextEncoder().encode(value);

function keep(head: number, tail: number, ...chunks: string[]) {
  const output = new KeptOutput({ headBytes: head, tailBytes: tail });
  for (const chunk of chunks) output.push(bytes(chunk));
  const kept = output.kept();
  return { head: text(kept.head), tail: text(kept.tail), omitted: kept.omitted };
}

Deno.test("what fits is kept whole", () => {
  assert.deepEqual(keep(4, 4, "ab", "cd", "efg"), { head: "abcd", tail: "efg", omitted: 0 });
  assert.deepEqual(keep(4, 4), { head: "", tail: "", omitted: 0 });
});

Deno.test("of more, the first and the last bytes are kept", () => {
  assert.deepEqual(keep(2, 3, "abcdefghij"), { head: "ab", tail: "hij", omitted: 5 });
  assert.deepEqual(keep(2, 3, "a", "bcd", "ef", "g", "hij"), {
    head: "ab",
    tail: "hij",
    omitted: 5,
  });
});

Deno.test("however output is cut, the same is kept", () => {
  const all = Array.from({ length: 200 }, (_, i) => String.fromCharCode(97 + i % 26)).join("");
  const expected = { head: all.slice(0, 7), tail: all.slice(-11), omitted: 182 };
  for (let size = 1; size <= 60; size += 1) {
    const chunks = all.match(new RegExp(`.{1,${size}}`, "g")) ?? [];
    assert.deepEqual(keep(7, 11, ...chunks), expected, `chunks of ${size}`);
  }
});

Deno.test("the head can be read on while it grows", () => {
  const output = new KeptOutput({ headBytes: 6, tailBytes: 2 });
  output.push(bytes("abc"));
  assert.equal(text(output.headFrom(0)), "abc");
  output.push(bytes("defgh"));
  assert.equal(text(output.headFrom(3)), "def");
  assert.equal(output.total, 8);
});

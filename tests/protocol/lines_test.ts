import assert from "node:assert/strict";
import { type Line, LineSplitter } from "../../lib/protocol/lines.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

function split(chunks: Uint8Array[], maxBytes?: number): Line[] {
  const splitter = new LineSplitter(maxBytes);
  return [...chunks.flatMap((chunk) => splitter.push(chunk)), ...splitter.end()];
}

const texts = (lines: Line[]) => lines.map((line) => line.kind === "line" ? line.text : line.kind);

Deno.test("every split point of a stream gives the same lines", () => {
  const stream = bytes('{"a":"ä€😀"}\r\n\n{"b":2}\nlast without newline');
  const whole = texts(split([stream]));
  assert.deepEqual(whole, ['{"a":"ä€😀"}', "", '{"b":2}', "last without newline"]);
  for (let at = 0; at <= stream.length; at++) {
    assert.deepEqual(texts(split([stream.slice(0, at), stream.slice(at)])), whole, `cut at ${at}`);
  }
});

Deno.test("a chunk whose buffer is used again does not change what was kept", () => {
  const splitter = new LineSplitter();
  const buffer = bytes("first");
  splitter.push(buffer);
  buffer.fill(0);
  assert.deepEqual(texts(splitter.push(bytes(" half\n"))), ["first half"]);
});

Deno.test("a line over the cap is dropped with its size and head, and the next one is read", () => {
  const lines = split([bytes("x".repeat(30)), bytes("y".repeat(30) + "\nshort\n")], 50);
  assert.equal(lines[0]?.kind, "too_long");
  assert.deepEqual(lines[0], {
    kind: "too_long",
    bytes: 60,
    head: "x".repeat(30) + "y".repeat(30),
  });
  assert.deepEqual(lines[1], { kind: "line", text: "short" });
});

Deno.test("a long line in tiny chunks takes little more than its bytes, and no long time", () => {
  const splitter = new LineSplitter();
  const size = 2 * 1024 * 1024;
  const before = Deno.memoryUsage();
  const byte = bytes("x");
  for (let n = 0; n < size; n++) splitter.push(byte);
  const after = Deno.memoryUsage();
  const grown = after.heapUsed + after.external - before.heapUsed - before.external;
  assert.ok(grown < 96 * 1024 * 1024, `${grown} bytes for ${size}`);
  const [line] = splitter.push(bytes("\n"));
  assert.equal(line?.kind === "line" && line.text.length, size);
});

Deno.test("a line of exactly the cap is whole, one byte more is too long, in any chunks", () => {
  for (const size of [1, 7, 50, 100]) {
    const cut = (text: string) => text.match(new RegExp(`[^]{1,${size}}`, "g"))!.map(bytes);
    const lines = split(cut(`${"a".repeat(50)}\n${"b".repeat(51)}\nc\n`), 50);
    assert.deepEqual(lines.map(({ kind }) => kind), ["line", "too_long", "line"], `by ${size}`);
  }
});

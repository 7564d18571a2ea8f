import assert from "node:assert/strict";
import { MarkScanner, type Segment } from "../../lib/shell/osc.ts";

const NONCE = "0123456789abcdef0123456789abcdef";
const WEAK = "fedcba9876543210fedcba9876543210";

Deno.test("a mark is taken out and what is around it stays", () => {
  assert.deepEqual(scan([`before${mark("D;1;0")}after`]), ["before", ["D", "1", "0"], "after"]);
});

Deno.test("a mark may end with the long terminator", () => {
  assert.deepEqual(scan([`a\x1b]7793;${NONCE};A;3\x1b\\b`]), ["a", ["A", "3"], "b"]);
});

Deno.test("fields are decoded, with their separators and bytes that are no text", () => {
  const bytes = new Uint8Array([...encoded(`\x1b]7793;${NONCE};C;a%3bb%0A%25;✓`), 0xff, 0x07]);
  assert.deepEqual(scan([bytes]), [["C", "a;b\n%", "✓\ufffd"]]);
});

Deno.test("a mark without the right nonce is output like any other", () => {
  const spoofs = [
    "\x1b]7793;D;1;0\x07",
    `\x1b]7793;${NONCE.slice(0, -1)}x;D;1;0\x07`,
    `\x1b]7793;${NONCE.toUpperCase()};D;1;0\x07`,
    `\x1b]7793;;D;1;0\x07`,
    `\x1b]633;${NONCE};D;1;0\x07`,
    `]7793;${NONCE};D;1;0\x07`,
  ];
  for (const spoof of spoofs) assert.deepEqual(scan([`a${spoof}b`]), [`a${spoof}b`]);
});

Deno.test("each nonce is told apart", () => {
  const segments = new MarkScanner([NONCE, WEAK]).push(encoded(`\x1b]7793;${WEAK};B\x07`));
  assert.deepEqual(segments, [{ kind: "mark", nonce: WEAK, fields: ["B"] }]);
});

Deno.test("a mark that another program wrote into is dropped, and the nonce with it", () => {
  const broken = `\x1b]7793;${NONCE};D;1`;
  assert.deepEqual(scan([`a${broken}\r\nb${mark("A;1")}`]), ["a", "\r\nb", ["A", "1"]]);
  assert.deepEqual(scan([`a${broken}${mark("A;1")}`]), ["a", ["A", "1"]]);
});

Deno.test("a mark that never ends is given up, and the stream goes on", () => {
  const endless = `\x1b]7793;${NONCE};C;${"x".repeat(200_000)}`;
  assert.deepEqual(scan([endless, "\r\nstill here"]), ["\r\nstill here"]);
});

Deno.test("a lone escape at the end is given out when no more comes", () => {
  const scanner = new MarkScanner([NONCE]);
  assert.deepEqual(scanner.push(encoded("ab\x1b")).map(told), ["ab"]);
  assert.deepEqual(scanner.flush().map(told), ["\x1b"]);
  assert.deepEqual(scanner.flush(), []);
});

Deno.test("going to the alternate screen and back is told, and its bytes stay", () => {
  assert.deepEqual(scan(["a\x1b[?1049hb\x1b[?1;47lc\x1b[?25hd"]), [
    "a\x1b[?1049h",
    "alt on",
    "b\x1b[?1;47l",
    "alt off",
    "c\x1b[?25hd",
  ]);
});

Deno.test("every split of a stream gives the same", () => {
  const stream = encoded(
    `$ ${mark("C;1;%2Ftmp;known;vi é")}\x1b[?1049hé\x1b[31m\x1b\x1b]0;t\x07x\x1b[?1049l` +
      `\x1b]7793;nope;D;1;0\x07${mark("D;1;130;/tmp")}${mark("A;1;/tmp")}\x1b[?2004h$ `,
  );
  const whole = merged(scan([stream]));
  for (let first = 0; first <= stream.length; first += 1) {
    for (const second of [first, first + 1, first + 7, first + 40, stream.length]) {
      const parts = [stream.slice(0, first), stream.slice(first, second), stream.slice(second)];
      assert.deepEqual(merged(scan(parts)), whole, `split at ${first} and ${second}`);
    }
  }
  const bytewise = Array.from(stream, (byte) => new Uint8Array([byte]));
  assert.deepEqual(merged(scan(bytewise)), whole);
});

Deno.test("a chunk that was given in is not held on to", () => {
  const scanner = new MarkScanner([NONCE]);
  const chunk = encoded(`${"x".repeat(1000)}\x1b]77`);
  scanner.push(chunk);
  chunk.fill(0);
  assert.deepEqual(scanner.push(encoded("94;\x07")).map(told), ["\x1b]7794;\x07"]);
});

function mark(fields: string): string {
  return `\x1b]7793;${NONCE};${fields}\x07`;
}

function encoded(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

type Told = string | readonly string[] | Uint8Array;

/** The segments of chunks: data as text, marks as their fields. */
function scan(chunks: readonly (string | Uint8Array)[]): (string | readonly string[])[] {
  const scanner = new MarkScanner([NONCE]);
  const bytes = chunks.map((chunk) => typeof chunk === "string" ? encoded(chunk) : chunk);
  return [...bytes.flatMap((chunk) => scanner.push(chunk)), ...scanner.flush()].map(told);
}

function told(segment: Segment): string | readonly string[] {
  if (segment.kind === "mark") return segment.fields;
  if (segment.kind === "alt_screen") return segment.on ? "alt on" : "alt off";
  // Byte by byte, as a character may be cut in two.
  return String.fromCharCode(...segment.bytes);
}

/** Joins neighbouring pieces of data: where they are cut is not part of the answer. */
function merged(parts: Told[]): Told[] {
  const result: Told[] = [];
  for (const part of parts) {
    const last = result.at(-1);
    const both = typeof part === "string" && typeof last === "string" &&
      !part.startsWith("alt o") && !last.startsWith("alt o");
    if (both) result[result.length - 1] = last + part;
    else result.push(part);
  }
  return result;
}

import assert from "node:assert/strict";
import { clip, plainLine, plainText } from "../../lib/events/plain_text.ts";
import { fc } from "../harness/properties.ts";

const CASES: readonly [name: string, text: string, plain: string][] = [
  ["colours", "\x1b[1;31mred\x1b[0m", "red"],
  ["a window title", "\x1b]0;evil\x07text", "text"],
  ["a link", "\x1b]8;;http://x\x1b\\name\x1b]8;;\x1b\\", "name"],
  ["a string that never ends", "a\x1bPqqqq", "a"],
  ["eight-bit sequences", "\x9b31mred\x9d0;t\x9c", "red"],
  ["a lone escape", "a\x1b", "a"],
  ["line ends of all kinds", "a\r\nb\rc\x85d\u2028e\u2029f", "a\nb\nc\nd\ne\nf"],
  ["reordering", "ab\u202egnp.exe\u202c", "abgnp.exe"],
  ["zero width", "a\u200bb\u200cc\u200dd\u2060e\ufefff", "abcdef"],
  ["invisible tags", "hi\u{e0049}\u{e0067}", "hi"],
  ["variation selectors that carry bytes", "x\ufe00\u{e0101}", "x"],
  ["half a pair", "a\ud800b", "ab"],
  ["our sentinels", "\x1eCODEX_META {}\x1fx", "CODEX_META {}x"],
  ["languages and emoji", "héllo Ελλάδα 日本 😀\tx", "héllo Ελλάδα 日本 😀\tx"],
];

for (const [name, text, plain] of CASES) {
  Deno.test(`plain text: ${name}`, () => assert.equal(plainText(text), plain));
}

Deno.test("a line has no line ends, and no blanks around it", () => {
  assert.equal(plainLine(" a\n\n\tb\r\nc "), "a b c");
});

Deno.test("a cut never leaves half a character", () => {
  assert.equal(clip("abc😀def", 5), "abc…");
  assert.equal(clip("abcdef", 6), "abcdef");
});

Deno.test("plain text stays as it is, however it came to be", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => {
    const plain = plainText(text);
    assert.equal(plainText(plain), plain);
    // deno-lint-ignore no-control-regex
    assert.doesNotMatch(plain, /[\x00-\x08\x0b-\x1f\x7f-\x9f]/);
  }));
});

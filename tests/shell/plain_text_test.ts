import assert from "node:assert/strict";
import { approximateText, isPlain, plainLines } from "../../lib/shell/plain_text.ts";
import { previewOf } from "../../lib/shell/preview.ts";

const bytes = (value: string) => new TextEncoder().encode(value);

Deno.test("text and line ends are plain, anything that moves or colours is not", () => {
  for (const plain of ["", "a\r\nb\n", "é ✓\tx"]) assert.equal(isPlain(bytes(plain)), true, plain);
  for (const other of ["a\rb", "a\b", "\x1b[1mx", "\x07", "x\x7f"]) {
    assert.equal(isPlain(bytes(other)), false, JSON.stringify(other));
  }
});

Deno.test("plain lines lose the blanks at their ends, and the empty lines at the very end", () => {
  assert.deepEqual(plainLines("a  \r\n\r\n b\r\n\r\n"), ["a", "", " b"]);
});

Deno.test("colours, titles and progress bars do not show in the text", () => {
  const output = "\x1b]0;title\x07\x1b[31mred\x1b[0m\r\n 10%\r 55%\r100%\r\r\nok\x07\r\n";
  assert.equal(approximateText(bytes(output)), "red\n100%\nok");
});

Deno.test("an escape sequence that was cut off at the end hurts nothing", () => {
  for (const cut of ["\x1b", "\x1b[", "\x1b[3", "\x1b]0;ti"]) {
    assert.equal(approximateText(bytes(`text${cut}`)).slice(0, 4), "text");
  }
});

Deno.test("a preview is the end of the output within its bounds", () => {
  const lines = Array.from({ length: 30 }, (_, i) => `line ${i}`);
  assert.deepEqual(previewOf(lines, false), { lines: lines.slice(10), truncated: true });
  assert.deepEqual(previewOf(["a", "b"], false), { lines: ["a", "b"], truncated: false });
  assert.deepEqual(previewOf(["a"], true), { lines: ["a"], truncated: true });
  assert.deepEqual(previewOf([], false), { lines: [], truncated: false });
  assert.deepEqual(previewOf(["xxxx", "éé", "b"], false, 20, 6).lines, ["éé", "b"]);
});

Deno.test("one very long line is cut between characters, not dropped", () => {
  assert.deepEqual(previewOf(["éééé"], false, 20, 5), { lines: ["éé"], truncated: true });
});

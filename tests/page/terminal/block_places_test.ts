import assert from "node:assert/strict";
import { placesOf, type TerminalLine } from "../../../lib/page/terminal/block_places.ts";
import { linesOf } from "../../../lib/page/terminal/paste.ts";

const rows = (...texts: string[]): TerminalLine[] =>
  texts.map((text) =>
    text.startsWith("↪") ? { text: text.slice(1), wrapped: true } : { text, wrapped: false }
  );
const places = (cmds: string[], lines: TerminalLine[]) =>
  Object.fromEntries(placesOf(cmds.map((cmd, n) => ({ block_id: `b${n}`, cmd })), lines));

Deno.test("each block stands where its command was typed, the newest lowest", () => {
  const lines = rows("$ ls", "a  b", "$ ls", "a  b", "$ false", "$ ");
  assert.deepEqual(places(["ls", "ls", "false"], lines), { b0: 0, b1: 2, b2: 4 });
});

Deno.test("a command over several rows stands at its first one", () => {
  const lines = rows("$ echo aaaa ", "↪bbbb cccc  ", "aaaa bbbb cccc", "$ ");
  assert.deepEqual(places(["echo aaaa bbbb cccc"], lines), { b0: 0 });
});

Deno.test("of a command with several lines the first one counts", () => {
  assert.deepEqual(places(["cat <<E\nx\nE"], rows("$ cat <<E", "> x", "> E", "x", "$ ")), {
    b0: 0,
  });
});

Deno.test("what was cleared or never shown has no place, and hides nothing else", () => {
  assert.deepEqual(places(["gone", "pwd", "later"], rows("$ pwd", "/", "$ ")), { b1: 0 });
  assert.deepEqual(places(["", "x"], []), {});
});

Deno.test("a text of one line has one, and a line end begins another", () => {
  assert.deepEqual(["ls", "ls\n", "a\r\nb", "a\rb", ""].map(linesOf), [1, 2, 2, 2, 1]);
});

import assert from "node:assert/strict";
import { quoteWord, splitCommandLine } from "../../lib/config/command_line.ts";

const WORDS: readonly [text: string, words: readonly string[]][] = [
  ["codex app-server", ["codex", "app-server"]],
  ["  a \t b\nc ", ["a", "b", "c"]],
  [`'a b' "c d"`, ["a b", "c d"]],
  [`a'b c'"d e"f`, ["ab cd ef"]],
  [`'' ""`, ["", ""]],
  [String.raw`a\ b \'c\"`, ["a b", `'c"`]],
  [String.raw`"a \"b\" \n \\ \$x"`, [String.raw`a "b" \n \ $x`]],
  [String.raw`'a\b'`, [String.raw`a\b`]],
];

Deno.test("a command line is split as a shell would", () => {
  for (const [text, words] of WORDS) assert.deepEqual(splitCommandLine(text), { ok: true, words });
});

Deno.test("what is no command line is refused with the reason", () => {
  const reasons = ["", "  ", `a "b`, "a 'b", "a \\"].map((text) => {
    const result = splitCommandLine(text);
    return result.ok ? "accepted" : result.reason;
  });
  assert.deepEqual(reasons, [
    "it is empty",
    "it is empty",
    'a " is not closed',
    "a ' is not closed",
    "it ends with a lone backslash",
  ]);
});

Deno.test("a quoted word is read back as it was", () => {
  for (const word of ["plain", "", "a b", "it's", `"$x" \\ \`y\``, "ä\n*"]) {
    assert.deepEqual(splitCommandLine(quoteWord(word)), { ok: true, words: [word] });
  }
});

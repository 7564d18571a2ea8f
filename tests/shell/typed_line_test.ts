import assert from "node:assert/strict";
import { typedLine } from "../../lib/shell/typed_line.ts";

const CASES: readonly [echo: string, line: string][] = [
  ["ls -la\r\n", "ls -la"],
  ["ls\r\n\x1b[?2004l\r", "ls"],
  ["\x1b[?2004h$ ls\r\n", "$ ls"],
  ["lx\b\x1b[Ks\r\n", "ls"],
  ["bc\x1b[2D\x1b[1@a\r\n", "abc"],
  ["abc\r\x1b[1Pxy\r\n", "xy"],
  ["abc\x1b[2Dx\x1b[C!\r\n", "axc!"],
  ["old\x1b[1G\x1b[Knew\r\n", "new"],
  ["\x1b[7mpasted\x1b[27m\r\n", "pasted"],
  ["\x1b]0;title\x07ls\r\n", "ls"],
  ["echo é✓\r\n", "echo é✓"],
  ["for x in a\r\n> do echo\r\n> done\r\n", "> done"],
  ["", ""],
  ["\x1b[999999999@x\r\n", "x"],
  ["\x1b[999999999C\x1b[Da\x1b[999999999G\x1b[1Gb\x1b[K\r\n", "b"],
];

for (const [echo, line] of CASES) {
  Deno.test(`the echo ${JSON.stringify(echo)} leaves ${JSON.stringify(line)}`, () => {
    assert.equal(typedLine(echo), line);
  });
}

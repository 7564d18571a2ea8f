import assert from "node:assert/strict";
import { ansiLines, lastLines, plainOutput } from "../../../lib/view/ansi/ansi_lines.ts";
import { applySgr, PLAIN } from "../../../lib/view/ansi/sgr.ts";

Deno.test("colours of all three kinds are understood", () => {
  assert.deepEqual(applySgr(PLAIN, "1;31"), { bold: true, fg: 1 });
  assert.deepEqual(applySgr(PLAIN, "94;103"), { fg: 12, bg: 11 });
  assert.deepEqual(applySgr(PLAIN, "38;5;208"), { fg: [255, 135, 0] });
  assert.deepEqual(applySgr(PLAIN, "38;5;9"), { fg: 9 });
  assert.deepEqual(applySgr(PLAIN, "38;5;244"), { fg: [128, 128, 128] });
  assert.deepEqual(applySgr(PLAIN, "48;2;1;2;300"), { bg: [1, 2, 255] });
  assert.deepEqual(applySgr(PLAIN, "38:2:1:2:3"), { fg: [1, 2, 3] });
});

Deno.test("what was switched on can be switched off", () => {
  const style = applySgr(PLAIN, "1;2;3;4;7;9;31;42");
  assert.deepEqual(applySgr(style, "22;23;24;27;29;39;49"), {});
  assert.deepEqual(applySgr(style, ""), {});
  assert.deepEqual(applySgr({ bold: true }, "999;x"), { bold: true });
});

Deno.test("a colour goes on over lines until it is reset", () => {
  assert.deepEqual(ansiLines("a\x1b[31mb\nc\x1b[0md"), [
    [{ text: "a", style: {} }, { text: "b", style: { fg: 1 } }],
    [{ text: "c", style: { fg: 1 } }, { text: "d", style: {} }],
  ]);
});

Deno.test("a progress bar shows its last state, and titles, links and cursors are left out", () => {
  const output =
    "10%\r50%\r100%\r\n\x1b]0;title\x07\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\ \x1b[2K\x1b[?25lend\b\n";
  assert.equal(plainOutput(output), "100%\nlink end");
});

Deno.test("no input makes it throw or keep an escape", () => {
  let state = 3;
  const next = (below: number) => (state = (state * 48_271) % 2_147_483_647) % below;
  const bits = [
    "\x1b",
    "[",
    "]",
    "38;5;",
    "m",
    ";",
    "\r",
    "\n",
    "\x07",
    "x",
    "\\",
    "\x9b",
    "0",
    "P",
  ];
  for (let round = 0; round < 2_000; round++) {
    const text = Array.from({ length: next(14) }, () => bits[next(bits.length)]).join("");
    assert.doesNotMatch(plainOutput(text), /(?![\t\n])\p{Cc}/u);
  }
});

Deno.test("the last lines of a long text are found from its end", () => {
  assert.deepEqual(lastLines("1\n2\n3\n4\n", 2), { tail: "3\n4\n", hidden: true });
  assert.deepEqual(lastLines("1\n2\n3", 2), { tail: "2\n3", hidden: true });
  assert.deepEqual(lastLines("1\n2\n", 2), { tail: "1\n2\n", hidden: false });
  assert.deepEqual(lastLines("", 2), { tail: "", hidden: false });
});

import assert from "node:assert/strict";
import xterm from "@xterm/headless";
import { shortcut } from "../../lib/shell/flood.ts";
import { joined } from "../../lib/shell/frames.ts";

const COLS = 40;
const ROWS = 5;
const SCROLLBACK = 20;

const bytes = (text: string) => new TextEncoder().encode(text);

/** A log with colours, tabs, wide characters, long lines and bare carriage returns. */
function log(lines: number, seed: number): string {
  const kinds = [
    (i: number) => `line ${i}`,
    (i: number) => `\x1b[3${i % 8}mcolour ${i}\x1b[0m`,
    (i: number) => `\x1b[1;4${i % 8}mstays on ${i}`,
    (i: number) => `${"long ".repeat(i % 30)}${i}`,
    (i: number) => `日本語 🎉 ${i}\tx`,
    (i: number) => `10%\r50%\r100% ${i}`,
    () => "\x1b[m",
    () => "",
  ];
  let state = seed;
  const next = () => state = (state * 1103515245 + 12345) % 2147483648;
  return Array.from({ length: lines }, (_, i) => kinds[next() % kinds.length]?.(i)).join("\r\n");
}

async function screenAfter(...parts: Uint8Array[]): Promise<unknown> {
  const size = { cols: COLS, rows: ROWS, scrollback: SCROLLBACK };
  const terminal = new xterm.Terminal({ ...size, allowProposedApi: true });
  for (const part of parts) {
    await new Promise<void>((resolve) => terminal.write(part, resolve));
  }
  const buffer = terminal.buffer.active;
  const cells = Array.from({ length: buffer.length }, (_, y) => {
    const line = buffer.getLine(y);
    const colours = Array.from({ length: COLS }, (_, x) => {
      const cell = line?.getCell(x);
      return `${cell?.getFgColor()}/${cell?.getBgColor()}/${cell?.isBold()}`;
    });
    return [line?.translateToString(), line?.isWrapped, colours.join()];
  });
  const result = { cells, x: buffer.cursorX, y: buffer.cursorY, base: buffer.baseY };
  terminal.dispose();
  return result;
}

for (const seed of [1, 2, 3, 4, 5]) {
  Deno.test(`the screen after the shortcut is the screen after all of it (log ${seed})`, async () => {
    const before = bytes(`\x1b[32mbefore ${"x".repeat(seed)}\x1b[3`);
    const all = bytes(`3m${log(400, seed)}`);
    const short = shortcut(all, ROWS + SCROLLBACK) ?? assert.fail("no shortcut");
    const { head, colours, tail } = short;
    const less = joined([all.subarray(0, head), colours, all.subarray(tail)]);
    assert.ok(less.length < all.length / 2);
    assert.deepEqual(await screenAfter(before, less), await screenAfter(before, all));
  });
}

Deno.test("what moves the cursor, rings or switches is never left out", () => {
  const plain = "x\r\n".repeat(500);
  for (
    const other of [
      "\x1b[A",
      "\x1b[2J",
      "\x1b]0;t\x07",
      "\b",
      "\x07",
      "\x0e",
      "\x1b7",
      "\u009b1m",
      "\x7f",
    ]
  ) {
    assert.equal(shortcut(bytes(`${plain}${other}${plain}`), 20), null, JSON.stringify(other));
  }
  assert.notEqual(shortcut(bytes(plain + plain), 20), null);
});

Deno.test("too few lines, or lines without a carriage return, give no shortcut", () => {
  assert.equal(shortcut(bytes("x\r\n".repeat(10)), 20), null);
  assert.equal(shortcut(bytes("x\n".repeat(1000)), 20), null);
  assert.equal(shortcut(bytes("x".repeat(10_000)), 20), null);
  assert.equal(shortcut(new Uint8Array(0), 20), null);
});

Deno.test("a shortcut does not depend on where in memory the bytes lie, or where the odd one is", () => {
  const text = `${log(300, 9)}£ é ÿ\r\n${log(300, 10)}`;
  const all = bytes(text);
  for (let shift = 0; shift < 8; shift += 1) {
    const moved = joined([new Uint8Array(shift), all]).subarray(shift);
    assert.deepEqual(shortcut(moved, 20), shortcut(all, 20));
    const odd = bytes(`${"x".repeat(shift)}${text}${"x".repeat(shift)}\b${text}`);
    assert.equal(shortcut(odd, 20), null);
  }
});

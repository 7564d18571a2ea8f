import assert from "node:assert/strict";
import { TypedInput } from "../../lib/shell/typed_input.ts";

const keys = (text: string) => new TextEncoder().encode(text);

const CASES: readonly [keys: string, lines: (string | null)[]][] = [
  ["ls -l\r", ["ls -l"]],
  ["a\rb\r", ["a", "b"]],
  ["lx\x7fs\r", ["ls"]],
  ["rubbish\x15ls\r", ["ls"]],
  ["git push\x17pull\r", ["git pull"]],
  ["secret\x03ls\r", ["ls"]],
  ["\x1b[A\r", [null]],
  ["l\t\r", [null]],
  ["\r", [""]],
  ["not yet", []],
  ["é✓🎉\x7f\r", ["é✓"]],
];

for (const [typed, lines] of CASES) {
  Deno.test(`the keys ${JSON.stringify(typed)} enter ${JSON.stringify(lines)}`, () => {
    const bytes = keys(typed);
    assert.deepEqual(new TypedInput().push(bytes), lines);
    const one = new TypedInput();
    assert.deepEqual([...bytes].flatMap((byte) => one.push(new Uint8Array([byte]))), lines);
  });
}

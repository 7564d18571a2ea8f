import assert from "node:assert/strict";
import { contextPercent, count, duration } from "../../lib/view/words.ts";

Deno.test("numbers become words", () => {
  assert.deepEqual([0, 999, 1_234, 59_900, 65_000].map(duration), [
    "0 ms",
    "999 ms",
    "1.2 s",
    "60 s",
    "1 min 5 s",
  ]);
  assert.deepEqual([7, 1_234, 123_456, 1_500_000].map(count), ["7", "1.2k", "123k", "1.5M"]);
  assert.deepEqual(
    [contextPercent(50, 200), contextPercent(300, 200), contextPercent(1, null)],
    [25, 100, null],
  );
});

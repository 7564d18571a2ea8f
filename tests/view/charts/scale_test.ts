import assert from "node:assert/strict";
import { heightOf, scaleFor } from "../../../lib/view/charts/scale.ts";

Deno.test("the upper end is round and holds all values, in few steps", () => {
  assert.deepEqual(scaleFor([3, 11]), { top: 15, ticks: [0, 5, 10, 15] });
  assert.deepEqual(scaleFor([0.4]).top, 0.4);
  for (let at = 0; at < 300; at++) {
    const most = 1.07 ** at / 1_000;
    const { top, ticks } = scaleFor([most, most / 3]);
    assert.ok(top >= most && top <= most * 2, `${top} for ${most}`);
    assert.ok(ticks.length >= 2 && ticks.length <= 5, `${ticks}`);
  }
});

Deno.test("nothing, zeros and what is no number have a scale too", () => {
  for (const values of [[], [0, 0], [NaN, Infinity]]) {
    assert.deepEqual(scaleFor(values), { top: 1, ticks: [0] });
  }
  assert.equal(heightOf(20, scaleFor([10])), 1);
  assert.equal(heightOf(-1, scaleFor([10])), 0);
});

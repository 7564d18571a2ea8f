import assert from "node:assert/strict";
import { tallyOf } from "./junit.ts";

const FILE = `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="deno test" tests="8" failures="3" errors="0" time="0.059">
  <testsuite name="./a_test.ts" tests="7" disabled="1" errors="0" failures="2">
    <testcase name="whole" classname="./a_test.ts" time="0.011" line="11" col="6">
    </testcase>
    <testcase name="breaks &lt;in&gt; a &quot;step&quot;" classname="./a_test.ts" time="0.002">
      <failure message="1 test step failed">1 test step failed.</failure>
    </testcase>
    <testcase name="left out" classname="./a_test.ts" time="0.000" line="18" col="6">
      <skipped/>
    </testcase>
    <testcase name="a &gt; b" classname="./a_test.ts" time="0.000" line="19" col="6">
    </testcase>
    <testcase name="filtered out" classname="./a_test.ts" line="20" col="6">
      <skipped/>
    </testcase>
    <testcase name="whole &gt; one" classname="./a_test.ts" time="0.005" line="14" col="11">
    </testcase>
    <testcase name="breaks &lt;in&gt; a &quot;step&quot; &gt; inner" classname="./a_test.ts" time="0">
      <failure message="Uncaught Error: q">Error: q</failure>
    </testcase>
  </testsuite>
  <testsuite name="./b_test.ts" tests="1" disabled="0" errors="0" failures="1">
    <testcase name="whole" classname="./b_test.ts" time="0.001" line="1" col="6">
      <failure message="Uncaught Error: boom">Error: boom</failure>
    </testcase>
  </testsuite>
</testsuites>`;

Deno.test("tests are counted, steps and what the filter left out are not", () => {
  const { passed, failed, skipped } = tallyOf(FILE);
  assert.equal(passed, 2);
  assert.deepEqual(failed.map(({ name, file }) => `${file} ${name}`), [
    './a_test.ts breaks <in> a "step"',
    "./b_test.ts whole",
  ]);
  assert.deepEqual(skipped.map(({ name }) => name), ["left out"]);
});

Deno.test("a file without tests counts as nothing", () => {
  assert.deepEqual(tallyOf("<testsuites></testsuites>"), { passed: 0, failed: [], skipped: [] });
});

import assert from "node:assert/strict";
import { metricsText, single } from "../../lib/metrics/text.ts";

Deno.test("numbers are written as Prometheus reads them, with everything odd escaped", () => {
  const text = metricsText([
    single("a_total", "counter", "How\nmany", 3),
    {
      ...{ name: "b", help: "x", kind: "gauge" },
      samples: [{ value: 0.5, labels: { k: 'a"b\\c\nd' } }, { value: Infinity }, { value: NaN }],
    },
  ]);
  assert.equal(
    text,
    "# HELP a_total How\\nmany\n# TYPE a_total counter\na_total 3\n" +
      '# HELP b x\n# TYPE b gauge\nb{k="a\\"b\\\\c\\nd"} 0.5\nb +Inf\nb NaN\n',
  );
});

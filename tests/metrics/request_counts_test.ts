import assert from "node:assert/strict";
import { RequestCounts } from "../../lib/metrics/request_counts.ts";
import { metricsText } from "../../lib/metrics/text.ts";

Deno.test("requests are counted by method and status, and their times in growing classes", () => {
  const counts = new RequestCounts();
  counts.add("GET", 200, 3);
  counts.add("GET", 200, 40);
  counts.add("BREW", 405, 60_000);
  const lines = metricsText(counts.metrics()).split("\n");
  for (
    const line of [
      'pilothouse_http_requests_total{method="GET",status="200"} 2',
      'pilothouse_http_requests_total{method="other",status="405"} 1',
      'pilothouse_http_request_seconds_bucket{le="0.005"} 1',
      'pilothouse_http_request_seconds_bucket{le="0.05"} 2',
      'pilothouse_http_request_seconds_bucket{le="+Inf"} 3',
      "pilothouse_http_request_seconds_count 3",
    ]
  ) assert.ok(lines.includes(line), line);
});

import { serviceMetrics } from "../lib/http/metrics.ts";
import { define } from "../lib/http/services.ts";
import { METRICS_TYPE, metricsText } from "../lib/metrics/text.ts";

/** For Prometheus; it sends the token as a bearer token. Numbers only, nothing of what was said. */
export const handler = define.handlers({
  GET({ state: { services } }) {
    const text = metricsText(serviceMetrics(services, Date.now()));
    return new Response(text, { headers: { "content-type": METRICS_TYPE } });
  },
});

/** The numbers of a running service, gathered from its parts when somebody asks. */
import { type Metric, single } from "../metrics/text.ts";
import type { Services } from "./services.ts";

export function serviceMetrics(services: Services, nowMs: number): Metric[] {
  const { appServer, hub, raw, requests, startedAtMs, version, agent } = services;
  const { rss, heapUsed, external } = Deno.memoryUsage();
  const { state, restarts } = appServer.status;
  const gauge = (name: string, help: string, value: number) =>
    single(`pilothouse_${name}`, "gauge", help, value);
  return [
    {
      ...{ name: "pilothouse_info", kind: "gauge", help: "Always 1; the labels say what runs" },
      samples: [{ value: 1, labels: { version, agent, deno: Deno.version.deno } }],
    },
    gauge("uptime_seconds", "Time since the start", (nowMs - startedAtMs) / 1_000),
    gauge("resident_memory_bytes", "Memory of the server's process", rss),
    gauge("heap_bytes", "Memory of its JavaScript values", heapUsed),
    gauge("external_memory_bytes", "Memory of buffers outside the heap", external),
    gauge("app_server_up", "1 while the agent's server answers", state === "running" ? 1 : 0),
    single("pilothouse_app_server_restarts_total", "counter", "Restarts after a crash", restarts),
    gauge("page_streams", "Open streams of pages and scripts", hub.readers),
    single("pilothouse_stream_seq", "counter", "Number of the last event of the streams", hub.seq),
    gauge("stream_ring_events", "Events that a page can still resume from", hub.kept.events),
    gauge("debug_enabled", "1 while raw lines are kept", raw.enabled ? 1 : 0),
    eventMetric(services),
    ...requests.metrics(),
  ];
}

function eventMetric({ events }: Services): Metric {
  const samples = [...events.service.tally].map(([key, value]) => {
    const [door = "", outcome = ""] = key.split(" ");
    return { value, labels: { door, outcome } };
  });
  const help = "Events from outside, by door and what was answered";
  return { name: "pilothouse_events_total", kind: "counter", help, samples };
}

/** A hook's news as an event of ours. Pure: the moment of arrival is passed in. */
import type { Hook } from "./hook.ts";
import type { HookEvent } from "./kind.ts";

const WEB_ADDRESS = /^https?:\/\/[^\s<>"]{1,2000}$/i;
const LONGEST_NAME = 200;

/** The JSON of version 1 of the envelope; checked like any other event behind this. */
export function envelopeOf(hook: Hook, event: HookEvent, nowMs: number): Record<string, unknown> {
  const labels = Object.entries(event.labels ?? {}).filter(([, value]) => value !== undefined);
  return {
    schema_version: 1,
    event_id: event.id,
    time_unix_ms: timeOf(event.time, nowMs),
    type: event.type,
    severity: event.severity,
    source: present({
      name: hook.source,
      instance: event.instance?.slice(0, LONGEST_NAME),
      run_id: event.runId?.slice(0, LONGEST_NAME),
      url: webAddress(event.url),
      labels: labels.length === 0 ? undefined : Object.fromEntries(labels),
    }),
    routing: present({
      thread_id: hook.thread,
      correlation_id: event.correlation?.slice(0, LONGEST_NAME),
    }),
    title: event.title,
    summary: event.summary,
  };
}

/** Text without a year, such as Sentry's and Alertmanager's "0001-01-01", is no time. */
function timeOf(time: string | number | undefined, nowMs: number): number {
  const read = typeof time === "number" ? time : Date.parse(time ?? "");
  return Number.isFinite(read) && read > 0 ? Math.trunc(read) : nowMs;
}

function webAddress(url: string | undefined): string | undefined {
  return url !== undefined && WEB_ADDRESS.test(url) ? url : undefined;
}

function present(object: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
}

/** Numbers in the text form that Prometheus reads, version 0.0.4. Pure; knows no metric by name. */

/** One metric with its samples. */
export interface Metric {
  readonly name: string;
  readonly help: string;
  readonly kind: "counter" | "gauge" | "histogram";
  readonly samples: readonly Sample[];
}

export interface Sample {
  readonly value: number;
  readonly labels?: Readonly<Record<string, string>>;
  /** What follows the name, of a histogram's parts. */
  readonly suffix?: "_bucket" | "_sum" | "_count";
}

export const METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

/** A metric without labels. */
export function single(
  name: string,
  kind: "counter" | "gauge",
  help: string,
  value: number,
): Metric {
  return { name, help, kind, samples: [{ value }] };
}

export function metricsText(metrics: readonly Metric[]): string {
  return metrics.map(({ name, help, kind, samples }) =>
    [
      `# HELP ${name} ${help.replaceAll("\\", "\\\\").replaceAll("\n", "\\n")}`,
      `# TYPE ${name} ${kind}`,
      ...samples.map(({ value, labels, suffix = "" }) =>
        `${name}${suffix}${labelText(labels)} ${numberText(value)}`
      ),
      "",
    ].join("\n")
  ).join("");
}

function labelText(labels: Readonly<Record<string, string>> = {}): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

function escaped(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}

function numberText(value: number): string {
  if (Number.isNaN(value)) return "NaN";
  return Number.isFinite(value) ? String(value) : value > 0 ? "+Inf" : "-Inf";
}

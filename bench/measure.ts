// What a bench reports, and how a report is printed. A bench measures and names its bar; whether
// the bar was met is decided here, so that all of them are judged alike.

/** One figure, beside a reference of the same run where there is one. */
export interface Measure {
  readonly what: string;
  readonly value: number;
  readonly unit: Unit;
  /** At most (or at least, where `atLeast` says so) this much, in the same unit. */
  readonly bar?: number;
  readonly atLeast?: boolean;
  readonly reference?: { readonly what: string; readonly value: number };
}

/** How a figure is written. */
export type Unit = "ms" | "MiB" | "KB" | "×" | "elements";

/** What a file `bench/<name>_bench.ts` exports as default. */
export type Bench = () => Promise<Measure[]>;

/** Whether the figure holds its bar; undefined where it has none. */
export function verdict({ value, bar, atLeast = false }: Measure): boolean | undefined {
  if (bar === undefined) return undefined;
  return atLeast ? value >= bar : value <= bar;
}

/** The middle of some numbers. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? NaN)) / 2;
}

/** The value below which this part of some numbers lies, such as 0.99 for the 99th percentile. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN;
}

/** The measures as a table, a line each. */
export function table(measures: readonly Measure[]): string {
  const rows = [
    ["measure", "value", "bar", "verdict", "beside it, in the same run"],
    ...measures.map((measure) => [
      measure.what,
      written(measure.value, measure.unit),
      writtenBar(measure),
      { true: "met", false: "MISSED", undefined: "" }[String(verdict(measure))] ?? "",
      writtenReference(measure),
    ]),
  ];
  const widths = rows[0]?.map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0))
  );
  return rows
    .map((row) => row.map((cell, at) => cell.padEnd(widths?.[at] ?? 0)).join("  ").trimEnd())
    .join("\n");
}

function written(value: number, unit: Unit): string {
  const digits = value < 10 ? 2 : value < 100 ? 1 : 0;
  return `${value.toFixed(digits)} ${unit}`;
}

function writtenBar({ bar, atLeast = false, unit }: Measure): string {
  return bar === undefined ? "" : `${atLeast ? "≥" : "≤"} ${bar} ${unit}`;
}

function writtenReference({ value, unit, reference }: Measure): string {
  if (reference === undefined) return "";
  const ratio = (value / reference.value).toFixed(1);
  return `${reference.what} ${written(reference.value, unit)} (we: ${ratio} ×)`;
}

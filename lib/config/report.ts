/**
 * The effective configuration as text or data for `pilothouse config`. Pure; hides secrets.
 */
import { quoteWord } from "./command_line.ts";
import type { Config } from "./schema.ts";
import type { Origin } from "./resolve.ts";
import { settings, settingValue } from "./settings.ts";

/** One effective value with where it came from. */
export interface ReportLine {
  readonly key: string;
  readonly value: unknown;
  readonly from: Origin["from"];
  readonly detail?: string;
}

const HIDDEN = "(hidden)";

/** Every setting in the order of the schema. */
export function reportConfig(
  config: Config,
  origins: Readonly<Record<string, Origin>>,
): ReportLine[] {
  return settings.map((setting) => {
    const value = settingValue(config, setting);
    const hide = setting.secret && value !== null;
    return {
      key: setting.key,
      value: hide ? HIDDEN : value,
      ...(origins[setting.key] ?? { from: "default" as const }),
    };
  });
}

/** Aligned lines: key, value, origin. */
export function formatReport(lines: readonly ReportLine[]): string {
  const rows = lines.map((line) => [line.key, showValue(line.value), showOrigin(line)] as const);
  const keyWidth = Math.max(...rows.map(([key]) => key.length));
  const valueWidth = Math.max(...rows.map(([, value]) => value.length));
  return rows.map(([key, value, origin]) =>
    `${key.padEnd(keyWidth)}  ${value.padEnd(valueWidth)}  ${origin}\n`
  ).join("");
}

function showValue(value: unknown): string {
  if (value === null) return "(automatic)";
  if (typeof value === "string") return value;
  if (Array.isArray(value) && value.every((word) => typeof word === "string")) {
    return value.map(quoteWord).join(" ");
  }
  return JSON.stringify(value);
}

function showOrigin({ from, detail }: ReportLine): string {
  return detail === undefined ? from : from === "file" ? detail : `${from} ${detail}`;
}

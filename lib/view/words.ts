/** Small numbers and times as words, the same on the server and in the page. */

/** 1234 → `1.2 s`, 65000 → `1 min 5 s`. */
export function duration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(ms < 10_000 ? 1 : 0)} s`;
  const seconds = Math.round(ms / 1_000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** 12345 → `12.3k`. */
export function count(n: number): string {
  if (n < 1_000) return String(n);
  if (n < 1_000_000) return `${(n / 1_000).toFixed(n < 100_000 ? 1 : 0)}k`;
  return `${(n / 1_000_000).toFixed(1)}M`;
}

/** 12345 bytes → `12 KB`. */
export function size(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${Math.round(bytes / 1_000)} KB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** How full the model's context is, 0 to 100, or null where its size is not known. */
export function contextPercent(used: number, window: number | null): number | null {
  return window === null || window <= 0 ? null : Math.min(100, Math.round(used / window * 100));
}

/** `2026-01-02T15:04:05Z` → `15:04` where the reader is; empty if it is no time. */
export function clockTime(ts: string): string {
  const time = new Date(ts);
  return Number.isNaN(time.getTime()) ? "" : `${two(time.getHours())}:${two(time.getMinutes())}`;
}

/** The same with the day and the seconds. */
export function fullTime(ts: string): string {
  const time = new Date(ts);
  if (Number.isNaN(time.getTime())) return "";
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  return `${day} ${clockTime(ts)}:${two(time.getSeconds())}`;
}

/** How long something runs that began at `ts`, in whole seconds; empty before the first. */
export function elapsed(ts: string, nowMs: number | null): string {
  const ms = nowMs === null ? NaN : nowMs - Date.parse(ts);
  return ms >= 1_000 ? duration(Math.floor(ms / 1_000) * 1_000).replace(".0 ", " ") : "";
}

/** `1 line`, `2 lines`. */
export function plural(n: number, one: string, many = `${one}s`): string {
  return `${n} ${n === 1 ? one : many}`;
}

function two(n: number): string {
  return String(n).padStart(2, "0");
}

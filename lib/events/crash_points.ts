/**
 * Named places at which a test may stop the program for ever, as a crash would: between any two
 * steps that matter for "none lost, none twice". Without a test run they do nothing at all.
 */

/** Every place, in the order of an event's way. */
export const CRASH_POINTS = [
  "door.received",
  "ledger.before_write",
  "ledger.after_write",
  "ledger.after_sync",
  "door.before_answer",
  "rows.before_record",
  "rows.after_record",
  "inbox.before_offset",
  "drop.before_rename",
  "deliver.before_intent",
  "deliver.after_intent",
  "deliver.after_call",
  "deliver.after_reply",
  "deliver.after_injected",
  "echo.before_observed",
  "echo.after_observed",
  "compact.before_rename",
  "compact.after_rename",
] as const;
export type CrashPoint = typeof CRASH_POINTS[number];

/** Called at each place. */
export type CrashAt = (point: CrashPoint) => void;

export const NO_CRASH: CrashAt = () => {};

/** Honours `PILOTHOUSE_CRASH_AT`, in a test run only. */
export function crashPoints(env: (name: string) => string | undefined): CrashAt {
  const wanted = env("PILOTHOUSE_CRASH_AT");
  if (!wanted || !env("PILOTHOUSE_TEST_RUN")) return NO_CRASH;
  return (point) => {
    if (point === wanted) hang(point);
  };
}

/** Stands still without giving anything else a turn, until whoever waits for the line kills us. */
function hang(point: CrashPoint): never {
  Deno.stderr.writeSync(new TextEncoder().encode(`crash point ${point}\n`));
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60_000);
}

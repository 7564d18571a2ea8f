/**
 * Named places at which a test may stop the program, as a crash would: between any two steps that
 * matter for "none lost, none twice". Without a test run they do nothing at all.
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

const LOOK_AGAIN_MS = 5;

/** Stops where the file `PILOTHOUSE_CRASH_FILE` says, as long as it says so; in a test run only. */
export function crashPoints(env: (name: string) => string | undefined): CrashAt {
  const file = env("PILOTHOUSE_CRASH_FILE");
  if (!file || !env("PILOTHOUSE_TEST_RUN")) return NO_CRASH;
  return (point) => {
    if (wanted(file) !== point) return;
    Deno.stderr.writeSync(new TextEncoder().encode(`crash point ${point}\n`));
    // Nothing else gets a turn meanwhile: to the world we are dead.
    while (wanted(file) === point) pause();
  };
}

function wanted(file: string): string | null {
  try {
    return Deno.readTextFileSync(file);
  } catch {
    return null;
  }
}

function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_AGAIN_MS);
}

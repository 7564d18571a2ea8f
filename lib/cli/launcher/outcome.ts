/**
 * The answer of a launcher step: go on with a value, or stop with one line and an exit code.
 */

/** A step that worked, or the reason why the program cannot start. */
export type Outcome<T> = { ok: true; value: T } | { ok: false; message: string; exitCode: number };

/** A step that worked. */
export function ready<T>(value: T): Outcome<T> {
  return { ok: true, value };
}

/** A step that did not. The message says what was wrong and what to do. */
export function failed(
  message: string,
  exitCode = 1,
): { ok: false; message: string; exitCode: number } {
  return { ok: false, message, exitCode };
}

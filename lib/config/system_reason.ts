/**
 * What the operating system said about a failed call, without the path and the call that Deno
 * adds: the message around it names them already.
 */

/** The system's words, such as "Permission denied (os error 13)". */
export function systemReason(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return /[A-Z][^:]* \(os error \d+\)/.exec(text)?.[0] ?? text;
}

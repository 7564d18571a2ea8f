/** Versions as programs print them. Pure. */

/** The first version in a text, as numbers; null if there is none. */
export function versionIn(text: string): readonly number[] | null {
  const found = /(\d+)\.(\d+)(?:\.(\d+))?/.exec(text);
  return found === null ? null : found.slice(1).map((part) => Number(part ?? 0));
}

/** Below zero if `left` is older, above if it is newer. */
export function compareVersions(left: readonly number[], right: readonly number[]): number {
  for (let at = 0; at < Math.max(left.length, right.length); at++) {
    const apart = (left[at] ?? 0) - (right[at] ?? 0);
    if (apart !== 0) return apart;
  }
  return 0;
}

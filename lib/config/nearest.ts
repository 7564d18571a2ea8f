/**
 * Finds what a person probably meant when they mistyped a name. Pure.
 */

/** The candidate closest to `word`, or undefined if none is close enough to be meant. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined;
  let bestSteps = Math.max(1, Math.floor(word.length / 2)) + 1;
  for (const candidate of candidates) {
    // A name that was cut short is as good as one with a single wrong letter.
    const cutShort = word.length > 1 && candidate.startsWith(word);
    const steps = cutShort ? 1 : editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (steps < bestSteps) [best, bestSteps] = [candidate, steps];
  }
  return best;
}

/** `; did you mean …?`, or what there is if nothing is close; to be put behind a message. */
export function didYouMean(word: string, candidates: readonly string[], prefix = ""): string {
  const found = nearest(word, candidates);
  if (found !== undefined) return `; did you mean ${prefix}${found}?`;
  return `; there is ${candidates.map((candidate) => prefix + candidate).join(", ")}`;
}

/** Inserted, removed, replaced and swapped characters between two words. */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let d = Math.min(
        at(last, j) + 1,
        at(row, j - 1) + 1,
        at(last, j - 1) + cost,
      );
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        d = Math.min(d, at(beforeLast, j - 2) + 1);
      }
      row.push(d);
    }
    [beforeLast, last] = [last, row];
  }
  return at(last, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Infinity;
}

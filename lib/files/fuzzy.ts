/**
 * Which paths a person may mean by a few letters, the likeliest first. Pure. Made for lists of a
 * hundred thousand paths: one pass, and only the best are kept.
 */

/** A path with what is needed to match it fast. */
export interface Candidate {
  readonly path: string;
  readonly lower: string;
  /** Where the last name of the path begins. */
  readonly base: number;
}

export function candidate(path: string): Candidate {
  const end = path.endsWith("/") ? path.length - 1 : path.length;
  return { path, lower: path.toLowerCase(), base: path.lastIndexOf("/", end - 1) + 1 };
}

/** The best `limit` candidates, best first; for an empty query those nearest to the top. */
export function bestMatches(
  candidates: readonly Candidate[],
  query: string,
  limit: number,
): Candidate[] {
  const wanted = query.toLowerCase().replaceAll(/\s+/g, "");
  const best: { score: number; one: Candidate }[] = [];
  for (const one of candidates) {
    const score = scoreOf(one, wanted);
    const last = best.at(-1);
    if (score === null || (best.length >= limit && last !== undefined && score <= last.score)) {
      continue;
    }
    insert(best, score, one);
    if (best.length > limit) best.pop();
  }
  return best.map(({ one }) => one);
}

/** Keeps the list in order; equal scores stay in the order in which they came. */
function insert(
  best: { score: number; one: Candidate }[],
  score: number,
  one: Candidate,
): void {
  let at = best.length;
  while (at > 0 && best[at - 1]!.score < score) at--;
  best.splice(at, 0, { score, one });
}

const WHOLE_NAME = 4_000;
const NAME_STARTS = 3_000;
const NAME_HAS = 2_500;
const PATH_HAS = 2_000;
const LETTERS_IN_NAME = 1_500;

/** Higher is likelier; null if the letters are not in the path in their order. */
export function scoreOf({ lower, base }: Candidate, wanted: string): number | null {
  const depth = countSlashes(lower);
  // The shorter the path, the likelier: it decides between equals.
  const brevity = -depth * 4 - lower.length * 0.05;
  if (wanted === "") return brevity;
  const inName = lower.indexOf(wanted, base);
  if (inName !== -1) {
    const rest = lower.length - base - wanted.length;
    if (inName > base) return NAME_HAS + (atBoundary(lower, inName) ? 100 : 0) + brevity;
    return (rest === 0 || lower.endsWith("/") ? WHOLE_NAME : NAME_STARTS) + brevity;
  }
  const inPath = lower.indexOf(wanted);
  if (inPath !== -1) return PATH_HAS + (atBoundary(lower, inPath) ? 100 : 0) + brevity;
  const name = letters(lower, wanted, base);
  if (name !== null) return LETTERS_IN_NAME + name + brevity;
  const anywhere = letters(lower, wanted, 0);
  return anywhere === null ? null : anywhere + brevity;
}

/** Letters one by one, with gaps between them: runs and beginnings of words count. */
function letters(lower: string, wanted: string, from: number): number | null {
  let score = 0;
  let before = -2;
  let at = from;
  for (let n = 0; n < wanted.length; n++) {
    const found = lower.indexOf(wanted[n]!, at);
    if (found === -1) return null;
    if (found === before + 1) score += 12;
    if (atBoundary(lower, found)) score += 10;
    score -= Math.min(found - at, 8);
    before = found;
    at = found + 1;
  }
  return score;
}

function atBoundary(text: string, at: number): boolean {
  return at === 0 || BOUNDARIES.has(text.charCodeAt(at - 1));
}

const BOUNDARIES = new Set(["/", ".", "_", "-", " "].map((letter) => letter.charCodeAt(0)));

function countSlashes(path: string): number {
  let count = 0;
  for (
    let at = path.indexOf("/");
    at !== -1 && at < path.length - 1;
    at = path.indexOf("/", at + 1)
  ) {
    count++;
  }
  return count;
}

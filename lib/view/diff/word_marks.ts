/**
 * Which words of a changed line are the changed ones. Pairs each removed line with the added one
 * that took its place; lines that have little in common are left without marks. Pure.
 */
import { diffWordsWithSpace } from "jsdiff";
import type { DiffLine } from "./parse_diff.ts";

/** From one character to before another. */
export type Mark = readonly [number, number];

const LONGEST_LINE = 1_000;
const MOST_PAIRS = 400;
/** At least this part of the shorter line must be the same. */
const LIKENESS = 0.35;

/** The marks of each line that has some. */
export function wordMarks(lines: readonly DiffLine[]): ReadonlyMap<DiffLine, readonly Mark[]> {
  const marks = new Map<DiffLine, readonly Mark[]>();
  for (const [removed, added] of pairs(lines).slice(0, MOST_PAIRS)) {
    const compared = compare(removed.text, added.text);
    if (compared === null) continue;
    marks.set(removed, compared.removed);
    marks.set(added, compared.added);
  }
  return marks;
}

/** The n-th of a run of removed lines goes with the n-th of the added ones behind it. */
export function pairs(lines: readonly DiffLine[]): [DiffLine, DiffLine][] {
  const found: [DiffLine, DiffLine][] = [];
  let removed: DiffLine[] = [];
  let at = 0;
  for (const line of lines) {
    if (line.kind === "note") continue;
    if (line.kind === "del") {
      if (at > 0) [removed, at] = [[], 0];
      removed.push(line);
    } else if (line.kind === "add") {
      const partner = removed[at++];
      if (partner !== undefined) found.push([partner, line]);
    } else [removed, at] = [[], 0];
  }
  return found;
}

function compare(before: string, after: string): { removed: Mark[]; added: Mark[] } | null {
  if (before.length > LONGEST_LINE || after.length > LONGEST_LINE) return null;
  const removed: Mark[] = [];
  const added: Mark[] = [];
  let [left, right, same] = [0, 0, 0];
  for (const part of diffWordsWithSpace(before, after)) {
    const { length } = part.value;
    if (part.removed) removed.push([left, left += length]);
    else if (part.added) added.push([right, right += length]);
    else {
      same += part.value.trim().length;
      [left, right] = [left + length, right + length];
    }
  }
  const shorter = Math.min(before.trim().length, after.trim().length);
  return shorter > 0 && same >= shorter * LIKENESS ? { removed, added } : null;
}

/** The lines of a hunk side by side: what was on the left, what is on the right. Pure. */
import type { DiffLine } from "./parse_diff.ts";

export interface SplitRow {
  readonly left: DiffLine | null;
  readonly right: DiffLine | null;
}

/** Removed and added lines of one place stand beside each other. */
export function splitRows(lines: readonly DiffLine[]): SplitRow[] {
  const rows: SplitRow[] = [];
  let removed: DiffLine[] = [];
  let added: DiffLine[] = [];
  const flush = () => {
    for (let at = 0; at < Math.max(removed.length, added.length); at++) {
      rows.push({ left: removed[at] ?? null, right: added[at] ?? null });
    }
    [removed, added] = [[], []];
  };
  for (const line of lines) {
    if (line.kind === "del") {
      if (added.length > 0) flush();
      removed.push(line);
    } else if (line.kind === "add") added.push(line);
    else {
      flush();
      if (line.kind === "same") rows.push({ left: line, right: line });
    }
  }
  flush();
  return rows;
}

/**
 * Diffs: the server sends the whole diff of the turn, again after each step. Owns the cutting of
 * it into files and the dropping of what was shown already.
 */
import { stringAt } from "../protocol/message.ts";
import type { Change } from "./change.ts";
import type { Handler } from "./handler.ts";

export const onDiff: Handler = (thread, params, ts) => {
  const turnId = stringAt(params, "turnId") ?? "";
  const changes: Change[] = [];
  for (const { path, diff } of splitFiles(stringAt(params, "diff") ?? "")) {
    if (thread.diffs.get(path) === diff) continue;
    thread.diffs.set(path, diff);
    const id = `${turnId}:diff:${path}`;
    changes.push({ type: "diff", entry: { id, ts, role: "diff", turn_id: turnId, path, diff } });
  }
  return changes;
};

/** Cuts a unified diff at its `diff --git` lines. */
export function splitFiles(diff: string): { path: string; diff: string }[] {
  return diff.split(/^(?=diff --git )/m)
    .filter((part) => part.trim() !== "")
    .map((part) => ({ path: pathOf(part), diff: part }));
}

function pathOf(part: string): string {
  const name = (pattern: RegExp) => pattern.exec(part)?.[1];
  return name(/^\+\+\+ b\/(.+)$/m) ?? name(/^rename to (.+)$/m) ?? name(/^--- a\/(.+)$/m) ??
    name(/^diff --git a\/.+ b\/(.+)$/m) ?? "(unknown file)";
}

/**
 * Diffs: the server sends the whole diff of the turn, again after each step. Owns which of it is
 * news: one row per file and turn. A file that is edited again replaces its row, which moves to
 * the latest edit: the former diff is contained in the new one and would be stale beside it.
 */
import { stringAt } from "../protocol/message.ts";
import { clip, idAt, LONGEST, MOST, oneLine } from "./bounds.ts";
import type { Change, DiffEntry } from "./change.ts";
import { begin, type Handler } from "./handler.ts";
import { sealReasoning } from "./reasoning.ts";
import type { ThreadState } from "./state.ts";
import { type FileDiff, hashText, splitFiles } from "./unified_diff.ts";

export const onDiff: Handler = (thread, params, ms) => {
  const turnId = idAt(params, "turnId") ?? thread.turnId ?? "";
  if (turnId !== thread.diffsOf) thread.diffs.clear();
  thread.diffsOf = turnId;
  const files = splitFiles(stringAt(params, "diff") ?? "").slice(0, MOST.filesPerTurn);
  const changes: Change[] = [];
  const seen = new Set<string>();
  for (const file of files) {
    const path = oneLine(file.path, LONGEST.id);
    seen.add(path);
    const hash = hashText(file.diff);
    if (thread.diffs.get(path) === hash) continue;
    thread.diffs.set(path, hash);
    changes.push(change(thread, turnId, ms, { ...file, path }, hash));
  }
  for (const path of thread.diffs.keys()) {
    if (seen.has(path)) continue;
    thread.diffs.delete(path);
    changes.push(change(thread, turnId, ms, { ...UNDONE, path }, "reverted"));
  }
  return changes.length === 0 ? [] : [...sealReasoning(thread), ...changes];
};

const UNDONE = {
  change: "reverted",
  oldPath: null,
  binary: false,
  added: 0,
  removed: 0,
  diff: "",
} as const;

type Shown = Omit<FileDiff, "change"> & Pick<DiffEntry, "change">;

function change(
  thread: ThreadState,
  turnId: string,
  ms: number,
  file: Shown,
  hash: string,
): Change {
  const { path, oldPath, binary, added, removed, diff } = file;
  return {
    type: "diff",
    entry: {
      ...begin(thread, turnId, `diff:${path}`, ms),
      role: "diff",
      turn_id: turnId,
      diff_id: `${thread.id}:${turnId}:${hash}`,
      path,
      ...(oldPath === null ? {} : { old_path: oneLine(oldPath, LONGEST.id) }),
      change: file.change,
      ...(binary ? { binary: true } : {}),
      added,
      removed,
      diff: clip(diff, LONGEST.diff),
      ...(diff.length > LONGEST.diff ? { truncated: true } : {}),
    },
  };
}

/**
 * File changes: their rows are the diffs of the turn, so an item of this kind is silent unless it
 * failed. Owns what is kept of it: approvals come without the diff and are joined by the item's id.
 */
import { arrayAt, isObject, type JsonObject, objectAt, stringAt } from "../protocol/message.ts";
import type { ProposedFile } from "./approval.ts";
import { clip, idAt, LONGEST, MOST, oneLine, putBounded } from "./bounds.ts";
import type { Change } from "./change.ts";
import { begin, type Handler } from "./handler.ts";
import { fileList } from "./legacy_values.ts";
import { sealReasoning } from "./reasoning.ts";
import type { ThreadState } from "./state.ts";

const MOST_FILES = 200;

/** Keeps what a change is to do, for its approval. */
export function keepFileChange(thread: ThreadState, key: string, item: JsonObject): void {
  const files = arrayAt(item, "changes").filter(isObject).slice(0, MOST_FILES).map(wireFile);
  putBounded(thread.fileChanges, key, files, MOST.fileChanges);
}

/** The change was worked out further before it is applied. */
export const onPatchUpdated: Handler = (thread, params) => {
  keepFileChange(thread, idAt(params, "itemId") ?? "", params);
  return [];
};

/** The end of a change: a line only where it was not made. */
export function endFileChange(
  thread: ThreadState,
  key: string,
  turnId: string,
  item: JsonObject,
  ms: number,
): Change[] {
  const status = stringAt(item, "status");
  thread.fileChanges.delete(key);
  if (status !== "failed" && status !== "declined") return [];
  const paths = arrayAt(item, "changes").filter(isObject)
    .map((change) => stringAt(change, "path") ?? "?").slice(0, MOST_FILES).join(", ");
  const text = oneLine(`Not changed: ${paths}`);
  const began = begin(thread, turnId, key, ms);
  return [...sealReasoning(thread), {
    type: "notice",
    entry: { ...began, role: "notice", turn_id: turnId, kind: "file_change", text, status },
  }];
}

/** The files of an approval that an older server asks for: by path, with content or diff. */
export function legacyFiles(changes: JsonObject): ProposedFile[] {
  return fileList(changes).slice(0, MOST_FILES).map(wireFile);
}

function wireFile(change: JsonObject): ProposedFile {
  const kind = objectAt(change, "kind");
  const type = stringAt(kind, "type") ?? stringAt(change, "kind");
  const diff = stringAt(change, "diff") ?? "";
  return proposed(stringAt(change, "path") ?? "?", type, stringAt(kind, "move_path"), diff);
}

function proposed(
  path: string,
  kind: string | null,
  movedTo: string | null,
  diff: string,
): ProposedFile {
  return {
    path: oneLine(path),
    change: kind === "add" || kind === "delete" ? kind : "update",
    ...(movedTo === null ? {} : { moved_to: oneLine(movedTo) }),
    diff: clip(diff, LONGEST.proposedDiff),
  };
}

/**
 * Unified diffs as text: cut into files, with what each says about its file. Counts the lines of
 * hunks, so that content which looks like a header is never taken for one. Knows no thread.
 */
import { headerPaths, unquote } from "./diff_paths.ts";

/** One file of a diff. */
export interface FileDiff {
  readonly path: string;
  /** Before a rename or a copy. */
  readonly oldPath: string | null;
  readonly change: "add" | "delete" | "update" | "rename" | "copy" | "mode";
  readonly binary: boolean;
  readonly added: number;
  readonly removed: number;
  /** Its part of the diff, headers included. */
  readonly diff: string;
}

/** What is gathered while a file's lines pass. */
interface Draft {
  readonly start: number;
  header: string[];
  hunks: number;
  binary: boolean;
  added: number;
  removed: number;
}

const HUNK = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/;
const MOST_HEADER_LINES = 16;

/** Cuts a diff into its files. */
export function splitFiles(diff: string): FileDiff[] {
  const files: FileDiff[] = [];
  let draft: Draft | null = null;
  let old = 0; // Lines that the open hunk still has, before and after.
  let fresh = 0;
  for (let at = 0; at < diff.length;) {
    const newline = diff.indexOf("\n", at);
    const next = newline === -1 ? diff.length : newline + 1;
    const first = diff.charCodeAt(at);
    if (draft !== null && (old > 0 || fresh > 0) && isBody(first)) {
      if (first === PLUS) fresh--, draft.added++;
      else if (first === MINUS) old--, draft.removed++;
      else if (first !== BACKSLASH) old--, fresh--;
    } else {
      const line = diff.slice(at, newline === -1 ? next : newline);
      if (startsFile(line, draft, diff, next)) {
        if (draft !== null) files.push(finished(draft, diff.slice(draft.start, at)));
        draft = { start: at, header: [], hunks: 0, binary: false, added: 0, removed: 0 };
      }
      old = fresh = 0;
      const hunk = draft === null ? null : HUNK.exec(line);
      if (draft !== null && hunk !== null) {
        draft.hunks++;
        old = Number(hunk[1] ?? 1);
        fresh = Number(hunk[2] ?? 1);
      } else if (draft !== null && draft.hunks === 0) note(draft, line);
    }
    at = next;
  }
  if (draft !== null) files.push(finished(draft, diff.slice(draft.start)));
  return files;
}

/** A short name for a text: the same for the same text. Not for secrets. */
export function hashText(text: string): string {
  let a = 0x811c9dc5;
  let b = 0x9e3779b9;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    a = Math.imul(a ^ code, 0x01000193);
    b = Math.imul(b + code, 0x85ebca6b) ^ (b >>> 13);
  }
  const hex = (half: number) => (half >>> 0).toString(16).padStart(8, "0");
  return hex(a) + hex(b);
}

const PLUS = 0x2b;
const MINUS = 0x2d;
const SPACE = 0x20;
const BACKSLASH = 0x5c;
const NEWLINE = 0x0a;

/** Lines of a hunk; an empty one is context whose only blank an editor has eaten. */
function isBody(first: number): boolean {
  return first === PLUS || first === MINUS || first === SPACE || first === BACKSLASH ||
    first === NEWLINE;
}

/** A file starts with `diff --git`, or, without it, with a pair of `---` and `+++`. */
function startsFile(line: string, draft: Draft | null, diff: string, next: number): boolean {
  if (line.startsWith("diff --git ")) return true;
  if (!line.startsWith("--- ") || !diff.startsWith("+++ ", next)) return false;
  return draft === null || draft.hunks > 0 || draft.header.some((one) => one.startsWith("--- "));
}

function note(draft: Draft, line: string): void {
  if (line.startsWith("Binary files ") || line.startsWith("GIT binary patch")) draft.binary = true;
  if (draft.header.length < MOST_HEADER_LINES) draft.header.push(line);
}

function finished(draft: Draft, diff: string): FileDiff {
  const { header, hunks, binary, added, removed } = draft;
  const after = (prefix: string) => {
    const line = header.find((one) => one.startsWith(prefix));
    return line === undefined ? null : line.slice(prefix.length);
  };
  const from = after("rename from ") ?? after("copy from ");
  const to = after("rename to ") ?? after("copy to ");
  const { before, behind } = headerPaths(header);
  const path = (to === null ? null : unquote(to)) ?? behind ?? before ?? "(unknown file)";
  const has = (prefix: string) => after(prefix) !== null;
  const renamed = before !== null && behind !== null && before !== behind;
  const change = has("new file") || (before === null && behind !== null)
    ? "add"
    : has("deleted file") || (behind === null && before !== null)
    ? "delete"
    : has("copy from ")
    ? "copy"
    : has("rename from ") || renamed
    ? "rename"
    : hunks === 0 && !binary && has("old mode")
    ? "mode"
    : "update";
  const oldPath = from === null ? change === "rename" ? before : null : unquote(from);
  return { path, oldPath, change, binary, added, removed, diff };
}

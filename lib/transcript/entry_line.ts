/**
 * An entry as a line of transcript.jsonl: how it is written, how it is read back when it may be
 * damaged, and how its id is found without parsing all of it. Pure; knows nothing of files.
 */
import { createHash } from "node:crypto";
import type { Entry } from "../router/change.ts";

/** The least that every entry has; what else it holds is its role's matter. */
export interface EntryShape {
  readonly id: string;
  readonly ts: string;
  readonly role: string;
}

/** Stands for "no id": such a line replaces nothing and is replaced by nothing. */
export const NO_FINGERPRINT = 0;
/** How much of a line is looked at for its id before it is parsed as a whole. */
export const HEAD_BYTES = 512;

const HEAD = /^\{"id":("(?:[^"\\]|\\.)*")/;

/** The line without its newline. The id comes first, so that a scan finds it in the head. */
export function encodeEntry({ id, ...rest }: EntryShape): string {
  return JSON.stringify({ id, ...rest });
}

/** The entry of a line, or null if it is none. */
export function decodeEntry(line: string): Entry | null {
  try {
    const value = JSON.parse(line);
    return typeof value?.id === "string" && typeof value.role === "string" ? value : null;
  } catch {
    return null;
  }
}

/** What a reader gets in the place of a line that cannot be read, so that numbers stay in step. */
export function unreadable(number: number): Entry {
  const text = "This entry of the transcript is damaged and cannot be shown.";
  return { id: `unreadable:${number}`, ts: "", role: "notice", kind: "warning", text };
}

/** The id from the first bytes of a line, or null if it does not stand there. */
export function idInHead(head: string): string | null {
  const quoted = HEAD.exec(head)?.[1];
  try {
    return quoted === undefined ? null : JSON.parse(quoted);
  } catch {
    return null;
  }
}

/** 53 bits that stand for an id in the index: exact as a number, and not to be met by chance. */
export function fingerprint(id: string): number {
  return fingerprintOf(id);
}

/** The same for bytes, to tell whether a file is the one that was seen before. */
export function fingerprintOf(data: string | Uint8Array): number {
  const digest = createHash("sha256").update(data).digest();
  return (digest.readUInt32LE(0) & 0x1fffff) * 2 ** 32 + digest.readUInt32LE(4) || 1;
}

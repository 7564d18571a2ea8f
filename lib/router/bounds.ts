/**
 * How much of anything is kept. Text from outside has no limit of its own: without these, one
 * runaway command or one odd message could fill the memory, the transcript and every page.
 */
import { type Json, type JsonObject, stringAt } from "../protocol/message.ts";

/** Most of each kind that is kept in the router's state at a time. */
export const MOST = {
  threads: 256,
  openItems: 128,
  cutItems: 64,
  approvals: 64,
  fileChanges: 64,
  filesPerTurn: 2_000,
  reasoningParts: 256,
  planSteps: 200,
  userMessages: 32,
} as const;

/** Most characters of each kind of text. */
export const LONGEST = {
  id: 512,
  /** A little more than codex's own cap of 1 MiB, so that its word about the rest is kept. */
  output: 1_100_000,
  message: 2 * 1024 * 1024,
  diff: 512 * 1024,
  proposedDiff: 256 * 1024,
  toolText: 16 * 1024,
  line: 2_000,
} as const;

/** All unfinished text of all threads together. */
export const TEXT_BUDGET = 64 * 1024 * 1024;

/** The text, or its beginning and a word about the rest. */
export function clip(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, wholeUpTo(text, most))}\n… ${text.length - most} more characters`;
}

/** One line of bounded length: for titles. */
export function oneLine(text: string, most: number = LONGEST.line): string {
  const line = text.trim().replace(/\s*[\r\n]+\s*/g, " ");
  return line.length <= most ? line : `${line.slice(0, wholeUpTo(line, most - 1))}…`;
}

/** JSON for people to read, bounded; a string is shown as it is. Never throws. */
export function jsonText(value: Json | undefined, most: number = LONGEST.toolText): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "string") return clip(value, most);
  try {
    return clip(JSON.stringify(value, null, 2) ?? "", most);
  } catch {
    return "(nested too deeply to show)";
  }
}

/** An id under `key`; one of absurd length is none, as ids are kept as keys. */
export function idAt(value: JsonObject, key: string): string | null {
  const id = stringAt(value, key);
  return id === null || id.length > LONGEST.id ? null : id;
}

/** `most`, or one less where that would cut a character in two. */
export function wholeUpTo(text: string, most: number): number {
  const code = text.charCodeAt(most - 1);
  return code >= 0xd800 && code <= 0xdbff ? most - 1 : most;
}

/** Puts into a map and lets go of its oldest where it grows over `most`. */
export function putBounded<K, V>(map: Map<K, V>, key: K, value: V, most: number): V | undefined {
  map.delete(key);
  map.set(key, value);
  if (map.size <= most) return undefined;
  const [oldest, dropped] = map.entries().next().value!;
  map.delete(oldest);
  return dropped;
}

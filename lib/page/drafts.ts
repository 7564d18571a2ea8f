/**
 * What was written and not sent yet, per conversation, kept in this browser: it survives a reload,
 * a lost login and a crash. Bounded; the oldest drafts go first.
 */
import type { Segment } from "../view/message_text.ts";
import { readStored, writeStored } from "./storage.ts";

/** A picture that was handed in and waits for its message. */
export interface KeptImage {
  readonly id: string;
  readonly path: string;
  readonly name: string;
}

export interface Draft {
  readonly segments: readonly Segment[];
  readonly images: readonly KeptImage[];
}

const KEY = "drafts";
const MAX_DRAFTS = 50;
const MAX_CHARACTERS = 200_000;
/** The conversation that has no id yet. */
const NEW = "new";

export function readDraft(conversation: string | null): Draft | null {
  return all()[conversation ?? NEW] ?? null;
}

/** Keeps a draft; an empty one is forgotten. */
export function keepDraft(conversation: string | null, draft: Draft): void {
  const { [conversation ?? NEW]: before, ...others } = all();
  const empty = draft.segments.length === 0 && draft.images.length === 0;
  if (empty && before === undefined) return;
  if (JSON.stringify(draft.segments).length > MAX_CHARACTERS) return;
  // The latest is the last: objects keep their order.
  const kept = Object.entries(others).slice(-MAX_DRAFTS);
  if (!empty) kept.push([conversation ?? NEW, draft]);
  writeStored(KEY, Object.fromEntries(kept));
}

/** The conversations with a draft. */
export function draftIds(): Set<string> {
  return new Set(Object.keys(all()));
}

function all(): Record<string, Draft> {
  const stored = readStored<Record<string, Draft>>(KEY);
  return stored !== null && typeof stored === "object" ? stored : {};
}

/**
 * Loads the highlighter when the first card asks for it: it is a file of its own, so that a page
 * without code never pays for it. Browser side.
 */
import { type ReadonlySignal, signal } from "@preact/signals";
import type { Highlight } from "../view/code/highlight.ts";

let asked = false;
const loaded = signal<Highlight | null>(null);

/** The highlighter; null until it is there. */
export const highlighter: ReadonlySignal<Highlight | null> = loaded;

/** Asks for the highlighter. Code without colours is no reason to trouble anybody. */
export function needHighlighter(): void {
  if (asked) return;
  asked = true;
  import("./highlight_languages.ts").then(
    ({ highlight }) => void (loaded.value = highlight),
    () => void (asked = false),
  );
}

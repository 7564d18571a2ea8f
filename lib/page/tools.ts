/** What the cards of the timeline need from the browser. */
import { signal } from "@preact/signals";
import { DEFAULT_LOOKS, type Looks, type TimelineTools } from "../view/timeline_tools.ts";
import { highlighter, needHighlighter } from "./highlighter.ts";

/** The tools of one page; `looks` can be changed while it is shown. */
export function pageTools(looks: Partial<Looks>) {
  return {
    looks: signal<Looks>({ ...DEFAULT_LOOKS, ...looks }),
    highlighter,
    needHighlighter,
    copy,
    kept: new Map<string, unknown>(),
    clock: signal<number | null>(null),
  } satisfies TimelineTools;
}

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false; // Not a secure page, or the person said no.
  }
}

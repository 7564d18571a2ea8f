/**
 * What cards need from outside: the settings that decide how they look, and what only a browser
 * can do. Given by the page through a context; on the server nothing happens on a click.
 */
import { type ReadonlySignal, signal } from "@preact/signals";
import { type Context, createContext } from "preact";
import { useContext, useState } from "preact/hooks";
import type { Highlight } from "./code/highlight.ts";

/** How a conversation wants to be shown. */
export interface Looks {
  readonly markdown: boolean;
  /** Lines of a command's output that are shown at first. */
  readonly outputLines: number;
  /** The working folder: paths below it are shown short. */
  readonly cwd: string;
}

export const DEFAULT_LOOKS: Looks = { markdown: true, outputLines: 20, cwd: "" };

export interface TimelineTools {
  readonly looks: ReadonlySignal<Looks>;
  /** Null until a card has asked for it and it is loaded. */
  readonly highlighter: ReadonlySignal<Highlight | null>;
  readonly needHighlighter: () => void;
  /** Puts text into the clipboard; false if the browser does not let us. */
  readonly copy: (text: string) => Promise<boolean>;
  /** What was folded and unfolded, so that a card that scrolled away comes back as it was. */
  readonly kept: Map<string, unknown>;
  /** The time in ms, for durations that run: it goes on by seconds. Null before the page runs. */
  readonly clock: ReadonlySignal<number | null>;
}

const NONE: TimelineTools = {
  looks: signal(DEFAULT_LOOKS),
  highlighter: signal(null),
  needHighlighter: () => {},
  copy: () => Promise.resolve(false),
  kept: new Map(),
  clock: signal(null),
};

const Tools: Context<TimelineTools> = createContext(NONE);
export const ToolsProvider = Tools.Provider;
export const useTools = (): TimelineTools => useContext(Tools);

/** A state of a card that outlives the card. `key` is unique in the timeline. */
export function useKept<T>(key: string, first: T): [T, (value: T) => void] {
  const { kept } = useTools();
  const [value, setValue] = useState<T>(() => kept.has(key) ? kept.get(key) as T : first);
  return [value, (next) => {
    kept.set(key, next);
    setValue(next);
  }];
}

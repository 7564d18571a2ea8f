/** What the palette offers for some letters: commands and conversations, the likeliest first. Pure. */
import type { IconName } from "./icons.tsx";
import type { ListItem } from "./list_items.ts";

export interface PaletteItem {
  readonly key: string;
  readonly icon: IconName;
  readonly label: string;
  /** Another word for it, such as the name of a command. */
  readonly detail: string;
}

const MOST = 50;

/** A conversation among the items; its key tells it from a command. */
export function conversationItem({ id, label, archived }: ListItem): PaletteItem {
  return {
    key: `/c/${id}`,
    icon: archived ? "archive" : "scroll",
    label: label || "Untitled",
    detail: "conversation",
  };
}

/** Those that have all the words, in the order of how well they fit; else they stay in order. */
export function paletteItems(items: readonly PaletteItem[], query: string): PaletteItem[] {
  const words = query.toLowerCase().split(/\s+/).filter((word) => word !== "");
  return items
    .map((item) => ({ item, score: scoreOf(item, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST)
    .map(({ item }) => item);
}

/** 0 where a word is missing. */
function scoreOf({ label, detail }: PaletteItem, words: readonly string[]): number {
  const text = `${label} ${detail}`.toLowerCase();
  const name = detail.toLowerCase();
  let score = 1;
  for (const word of words) {
    const at = text.indexOf(word);
    if (at === -1) return 0;
    score += name.startsWith(word) ? 4 : at === 0 ? 3 : text[at - 1] === " " ? 2 : 0.5;
  }
  return score;
}

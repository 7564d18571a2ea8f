/** What the palette offers for some letters: commands and conversations, the likeliest first. Pure. */
import type { IconName } from "./icons.tsx";
import type { ListItem } from "./list_items.ts";

export interface PaletteItem {
  readonly key: string;
  readonly icon: IconName;
  readonly label: string;
  readonly detail: string;
}

const MOST = 50;

/** Those that have all the words, in the order of how well they fit, commands before others. */
export function paletteItems(
  commands: readonly PaletteItem[],
  conversations: readonly ListItem[],
  query: string,
): PaletteItem[] {
  const words = query.toLowerCase().split(/\s+/).filter((word) => word !== "");
  const items = [...commands, ...conversations.map(itemOf)];
  return items
    .map((item) => ({ item, score: scoreOf(item, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST)
    .map(({ item }) => item);
}

function itemOf({ id, label, archived }: ListItem): PaletteItem {
  return {
    key: `/c/${id}`,
    icon: archived ? "archive" : "scroll",
    label: label || "Untitled",
    detail: "conversation",
  };
}

/** 0 where a word is missing. */
function scoreOf({ label, detail }: PaletteItem, words: readonly string[]): number {
  const text = `${label} ${detail}`.toLowerCase();
  let score = 1;
  for (const word of words) {
    const at = text.indexOf(word);
    if (at === -1) return 0;
    score += at === 0 ? 3 : text[at - 1] === " " ? 2 : 0.5;
  }
  return score;
}

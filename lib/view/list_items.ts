/**
 * The list of conversations as data: what an item shows, how items are ordered, grouped by day and
 * filtered. Pure: the time is passed in.
 */
import type { ConversationRow } from "../transcript/conversation_row.ts";

/** One conversation in the list. */
export interface ListItem {
  readonly id: string;
  readonly label: string;
  readonly updated_at: string;
  readonly draft: boolean;
  readonly pinned: boolean;
  readonly archived: boolean;
  readonly running: boolean;
  /** How many approvals wait for a person. */
  readonly approvals: number;
  /** How many events from outside nobody has seen. */
  readonly events: number;
}

export interface ListGroup {
  readonly title: string;
  readonly items: readonly ListItem[];
}

const DAY_MS = 24 * 60 * 60 * 1_000;

/** The item of a conversation, with what the list shows of it and no more. */
export function itemOf(row: ConversationRow): ListItem {
  const { id, label, pinned, archived, running, approvals, events } = row;
  const marks = { draft: row.status === "draft", pinned, archived, running, approvals, events };
  return { id, label, updated_at: row.last_activity_at, ...marks };
}

/** Pinned ones first, then by day, each group with the latest on top. */
export function grouped(items: readonly ListItem[], nowMs: number): ListGroup[] {
  const groups = new Map<string, ListItem[]>();
  for (const item of [...items].sort(latestFirst)) {
    const title = item.pinned ? PINNED : dayTitle(item.updated_at, nowMs);
    const group = groups.get(title);
    if (group === undefined) groups.set(title, [item]);
    else group.push(item);
  }
  return [...groups]
    .map(([title, items]) => ({ title, items }))
    .sort((a, b) => Number(b.title === PINNED) - Number(a.title === PINNED));
}

const PINNED = "Pinned";

function latestFirst(a: ListItem, b: ListItem): number {
  return a.updated_at < b.updated_at ? 1 : a.updated_at > b.updated_at ? -1 : 0;
}

function dayTitle(ts: string, nowMs: number): string {
  const midnight = new Date(nowMs).setHours(0, 0, 0, 0);
  const at = Date.parse(ts);
  if (at >= midnight) return "Today";
  // A day with a change of clocks has 23 or 25 hours: half a day off still hits the right one.
  if (at >= new Date(midnight - DAY_MS / 2).setHours(0, 0, 0, 0)) return "Yesterday";
  if (at >= midnight - 6 * DAY_MS) return "Last seven days";
  const date = new Date(at);
  const sameYear = date.getFullYear() === new Date(nowMs).getFullYear();
  return date.toLocaleDateString("en", {
    month: "long",
    ...(sameYear ? {} : { year: "numeric" }),
  });
}

/** Those whose name has all words of the query. */
export function matching(items: readonly ListItem[], query: string): ListItem[] {
  const words = query.toLowerCase().split(/\s+/).filter((word) => word !== "");
  return items.filter(({ label }) => {
    const text = label.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** How long ago, as short as it can be said: `now`, `5m`, `3h`, `2d`, `Mar 4`. */
export function ago(ts: string, nowMs: number): string {
  const minutes = Math.floor((nowMs - Date.parse(ts)) / 60_000);
  if (!(minutes >= 1)) return "now";
  if (minutes < 60) return `${minutes}m`;
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)}h`;
  if (minutes < 7 * 24 * 60) return `${Math.floor(minutes / 60 / 24)}d`;
  return new Date(ts).toLocaleDateString("en", { month: "short", day: "numeric" });
}

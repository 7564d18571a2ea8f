/**
 * The open items of a thread: how their text grows, within bounds, and how they are closed. What
 * an item's end means for its row is written in finish.ts.
 */
import { LONGEST, MOST, putBounded, TEXT_BUDGET, wholeUpTo } from "./bounds.ts";
import type { Change } from "./change.ts";
import { cutChanges } from "./finish.ts";
import type { OpenItem, ThreadState } from "./state.ts";

const MARK = "\n… the rest is not shown while it runs …\n";

/** Adds an item; where there are too many, the oldest is closed for it. */
export function addOpen(thread: ThreadState, key: string, item: OpenItem, ms: number): Change[] {
  const changes = thread.open.size >= MOST.openItems && !thread.open.has(key)
    ? closeOne(thread, thread.open.values().next().value!, ms)
    : [];
  thread.writing = null;
  thread.open.set(key, item);
  return changes;
}

/** The open item that more text has come for. */
export function itemForDelta(thread: ThreadState, key: string): OpenItem | undefined {
  if (thread.writing !== null && thread.writing.key === key) return thread.writing.item;
  const item = thread.open.get(key);
  if (item !== undefined) thread.writing = { key, item };
  return item;
}

/** Appends streamed text; returns what of it is to be shown, which ends with a mark at the cap. */
export function append(thread: ThreadState, item: OpenItem, delta: string): string {
  if (item.truncated) return "";
  const most = item.kind === "command" || item.kind === "shell" ? LONGEST.output : LONGEST.message;
  const room = Math.min(most - item.text.length, TEXT_BUDGET - thread.shared.text);
  let shown = delta;
  if (delta.length > room) {
    item.truncated = true;
    shown = delta.slice(0, wholeUpTo(delta, Math.max(0, room))) + MARK;
  }
  item.text += shown;
  thread.shared.text += shown.length;
  return shown;
}

/** Takes an item out for good, when its end has come. */
export function release(thread: ThreadState, key: string, item: OpenItem): void {
  thread.writing = null;
  thread.open.delete(key);
  thread.shared.text -= item.text.length;
}

/** The item under a key, open or closed without its end. */
export function findItem(thread: ThreadState, key: string): OpenItem | null {
  return thread.open.get(key) ?? thread.cut.get(key) ?? null;
}

/** Ends every open item that is chosen with what it has so far. */
export function closeOpen(
  thread: ThreadState,
  ms: number,
  chosen: (item: OpenItem) => boolean,
): Change[] {
  const changes: Change[] = [];
  for (const item of new Set(thread.open.values())) {
    if (chosen(item)) changes.push(...closeOne(thread, item, ms));
  }
  return changes;
}

function closeOne(thread: ThreadState, item: OpenItem, ms: number): Change[] {
  const changes = cutChanges(item, ms);
  thread.writing = null;
  for (const [key, other] of thread.open) {
    if (other !== item) continue;
    thread.open.delete(key);
    putBounded(thread.cut, key, item, MOST.cutItems);
  }
  thread.shared.text -= item.text.length;
  item.text = "";
  if (thread.reasoning === item) thread.reasoning = null;
  return changes;
}

/**
 * Items: messages, reasoning, commands and the rest, from their start over their deltas to their
 * end. Dispatches by the item's type; each kind has its own small file.
 */
import { type JsonObject, objectAt, stringAt } from "../protocol/message.ts";
import { activityOf } from "./activity.ts";
import { clip, idAt, LONGEST, oneLine } from "./bounds.ts";
import type { Change } from "./change.ts";
import { endFileChange, keepFileChange } from "./file_changes.ts";
import { finishChanges } from "./finish.ts";
import { begin, type Handler } from "./handler.ts";
import { noticeOf } from "./notices.ts";
import { addOpen, append, closeOpen, findItem, itemForDelta, release } from "./open_items.ts";
import { endReasoning, sealReasoning, startReasoning } from "./reasoning.ts";
import type { OpenCommand, OpenItem, ThreadState } from "./state.ts";
import { userMessage } from "./user_message.ts";

/** An item on its way: where it belongs and what it is. */
interface Seen {
  readonly key: string;
  readonly turnId: string;
  readonly item: JsonObject;
  readonly ms: number;
}
type Step = (thread: ThreadState, seen: Seen) => Change[];

const STARTS = new Map<string, Step>(Object.entries<Step>({
  userMessage: (thread, { key, turnId, item, ms }) => userMessage(thread, key, turnId, item, ms),
  reasoning: (thread, { key, turnId, ms }) => startReasoning(thread, key, turnId, ms),
  agentMessage: openText("assistant"),
  plan: openText("plan"),
  commandExecution: openCommand,
  fileChange: (thread, { key, item }) => {
    keepFileChange(thread, key, item);
    return [];
  },
}));

const ENDS = new Map<string, Step>(Object.entries<Step>({
  userMessage: (thread, { key, turnId, item, ms }) => userMessage(thread, key, turnId, item, ms),
  reasoning: (thread, { key, turnId, item, ms }) => [
    ...startReasoning(thread, key, turnId, ms),
    ...endReasoning(thread, key, item),
  ],
  fileChange: (thread, { key, turnId, item, ms }) => endFileChange(thread, key, turnId, item, ms),
}));

/** The item types that are known here; the rest are told as notices, or are silent. */
export const ITEM_TYPES: readonly string[] = [...STARTS.keys()];

export const onItemStarted: Handler = (thread, params, ms) => {
  const seen = seenIn(params, ms);
  const type = typeOf(seen.item);
  const start = STARTS.get(type) ?? openNotice;
  return [...dropOther(thread, seen), ...start(thread, seen), ...activityOf(thread, type)];
};

export const onItemCompleted: Handler = (thread, params, ms) => {
  const seen = seenIn(params, ms);
  const end = ENDS.get(typeOf(seen.item)) ?? endItem;
  return [...dropOther(thread, seen), ...end(thread, seen)];
};

const KINDS = new Map(Object.entries({
  agentMessage: ["assistant"],
  plan: ["plan"],
  reasoning: ["reasoning"],
  commandExecution: ["command", "shell"],
}));

/** An id that is used for an item of another kind: the former item's end will not come. */
function dropOther(thread: ThreadState, { key, item, ms }: Seen): Change[] {
  const kinds = KINDS.get(typeOf(item)) ?? ["notice"];
  const cut = thread.cut.get(key);
  if (cut !== undefined && !kinds.includes(cut.kind)) thread.cut.delete(key);
  const open = thread.open.get(key);
  if (open === undefined || kinds.includes(open.kind)) return [];
  const changes = closeOpen(thread, ms, (other) => other === open);
  thread.cut.delete(key);
  return changes;
}

const DELTAS = {
  assistant: "assistant_delta",
  plan: "plan",
  command: "command_delta",
  shell: "shell_delta",
} as const;

/** The hot path: more text for an open item. */
export const onDelta: Handler = (thread, params) => {
  const { itemId, delta } = params;
  if (typeof itemId !== "string" || typeof delta !== "string" || delta === "") return [];
  const item = itemForDelta(thread, itemId);
  if (item === undefined || item.kind === "notice" || item.kind === "reasoning") return [];
  const first = item.text === "";
  const shown = append(thread, item, delta);
  if (shown === "") return [];
  const type = DELTAS[item.kind];
  const { id, ts, place } = item;
  // The type and the rest fit together by the table, which the compiler cannot see.
  return [(first ? { type, id, ts, place, delta: shown } : { type, id, delta: shown }) as Change];
};

/** The agent typed into a running command; kept with it. */
export const onTerminalInteraction: Handler = (thread, params) => {
  const item = thread.open.get(idAt(params, "itemId") ?? "");
  const stdin = stringAt(params, "stdin") ?? "";
  if (item?.kind === "command" || item?.kind === "shell") {
    item.stdin = (item.stdin + stdin).slice(0, LONGEST.toolText);
  }
  return [];
};

/** Ends an item; its start may have been missed, or it may have been closed before: both count. */
function endItem(thread: ThreadState, seen: Seen): Change[] {
  const { key, item: wire } = seen;
  const known = findItem(thread, key);
  const started = known === null ? (STARTS.get(typeOf(wire)) ?? openNotice)(thread, seen) : [];
  const item = known ?? findItem(thread, key);
  if (item === null) return noticeAtOnce(thread, seen);
  // What was closed is already out of the sums.
  if (thread.open.has(key)) release(thread, key, item);
  thread.cut.delete(key);
  return [...started, ...finishChanges(item, wire)];
}

function openText(kind: "assistant" | "plan"): Step {
  return (thread, { key, turnId, ms }) => {
    if (thread.open.has(key)) return [];
    const changes = sealReasoning(thread);
    const began = begin(thread, turnId, key, ms);
    const item: OpenItem = { ...began, kind, turnId, text: "", truncated: false };
    return [...changes, ...addOpen(thread, key, item, ms)];
  };
}

function openCommand(thread: ThreadState, { key, turnId, item, ms }: Seen): Change[] {
  if (thread.open.has(key)) return [];
  const changes = sealReasoning(thread);
  const command = clip(stringAt(item, "command") ?? "", LONGEST.toolText);
  const cwd = oneLine(stringAt(item, "cwd") ?? "");
  const kind = stringAt(item, "source") === "userShell" ? "shell" : "command";
  const input = kind === "shell" ? begin(thread, turnId, `${key}:input`, ms) : null;
  const began = begin(thread, turnId, key, ms);
  const texts = { text: "", truncated: false, stdin: "" };
  const open: OpenCommand = { ...began, kind, turnId, command, cwd, ...texts };
  if (input === null) changes.push({ type: "command_begin", ...began, command, cwd });
  else {
    const entry = { ...input, role: "shell_input", turn_id: turnId, command, cwd } as const;
    changes.push({ type: "shell_begin", ...began, command, cwd, entry });
  }
  return [...changes, ...addOpen(thread, key, open, ms)];
}

function openNotice(thread: ThreadState, { key, turnId, item, ms }: Seen): Change[] {
  const notice = noticeOf(typeOf(item));
  if (notice === undefined || !notice.running || thread.open.has(key)) return [];
  const changes = sealReasoning(thread);
  const began = begin(thread, turnId, key, ms);
  const body = notice.body(item, false);
  const open: OpenItem = { ...began, kind: "notice", turnId, body, text: "", truncated: false };
  changes.push({ type: "notice", ...began, ...body });
  return [...changes, ...addOpen(thread, key, open, ms)];
}

/** Notices that have nothing to show before they are done. */
function noticeAtOnce(thread: ThreadState, { key, turnId, item, ms }: Seen): Change[] {
  const notice = noticeOf(typeOf(item));
  if (notice === undefined) return [];
  const changes = sealReasoning(thread);
  const began = begin(thread, turnId, key, ms);
  const body = notice.body(item, true);
  const open = { ...began, kind: "notice", turnId, body, text: "", truncated: false } as const;
  return [...changes, ...finishChanges(open, item)];
}

function seenIn(params: JsonObject, ms: number): Seen {
  const item = objectAt(params, "item");
  return { key: idAt(item, "id") ?? "?", turnId: idAt(params, "turnId") ?? "", item, ms };
}

function typeOf(item: JsonObject): string {
  return stringAt(item, "type") ?? "";
}

/**
 * Reasoning: models send it as several items and parts, people read it as one thought. Items that
 * follow each other with no other row between them share one row, streamed and final alike; it is
 * written when something else begins.
 */
import { arrayAt, type JsonObject, stringAt } from "../protocol/message.ts";
import { idAt, LONGEST, MOST } from "./bounds.ts";
import type { Change } from "./change.ts";
import { begin, type Handler } from "./handler.ts";
import { addOpen, append } from "./open_items.ts";
import { reasoningChanges } from "./reasoning_entry.ts";
import type { OpenReasoning, ThreadState } from "./state.ts";

/** A reasoning item begins: it joins the thought before it, or starts a new one. */
export function startReasoning(
  thread: ThreadState,
  key: string,
  turnId: string,
  ms: number,
): Change[] {
  if (thread.open.has(key) || thread.cut.get(key)?.kind === "reasoning") return [];
  const current = thread.reasoning;
  const joins = current !== null && !current.sealed && current.turnId === turnId &&
    !current.parts.has(key) && current.parts.size < MOST.reasoningParts;
  const changes = joins ? [] : sealReasoning(thread);
  const item = joins ? current : newReasoning(thread, key, turnId, ms);
  thread.reasoning = item;
  item.parts.set(key, { text: "", stream: null, closed: false });
  item.gap = true;
  return [...changes, ...addOpen(thread, key, item, ms)];
}

/** A part of the summary begins: what follows is a paragraph of its own. */
export const onReasoningPart: Handler = (thread, params) => {
  const item = thread.open.get(idAt(params, "itemId") ?? "");
  if (item?.kind === "reasoning") item.gap = true;
  return [];
};

/** More of the summary, or of the raw text where the model gives no summary. */
export const onReasoningDelta: Handler = (thread, params, _ms, method) => {
  const key = idAt(params, "itemId") ?? "";
  const item = thread.open.get(key);
  const part = item?.kind === "reasoning" ? item.parts.get(key) : undefined;
  const delta = stringAt(params, "delta");
  if (item?.kind !== "reasoning" || part === undefined || !delta) return [];
  const stream = method === "item/reasoning/textDelta" ? "raw" : "summary";
  part.stream ??= stream;
  return part.stream === stream ? show(thread, item, part, delta) : [];
};

/** A reasoning item ends. Its row stays open: another one may follow. */
export function endReasoning(thread: ThreadState, key: string, wire: JsonObject): Change[] {
  const late = thread.cut.get(key);
  if (late?.kind === "reasoning") return endLate(thread, key, late, wire);
  const item = thread.open.get(key);
  if (item?.kind !== "reasoning") return [];
  const part = item.parts.get(key)!;
  const final = finalText(wire);
  // Not streamed at all: shown now, as the row is written only later.
  const changes = part.text === "" && final !== "" ? show(thread, item, part, final) : [];
  if (final !== "") part.text = final;
  part.closed = true;
  thread.open.delete(key);
  return item.sealed ? [...changes, ...finishReasoning(thread, item)] : changes;
}

/** The end of an item that was closed before: its row is written again, with all of its text. */
function endLate(
  thread: ThreadState,
  key: string,
  item: OpenReasoning,
  wire: JsonObject,
): Change[] {
  thread.cut.delete(key);
  const part = item.parts.get(key);
  if (part === undefined) return [];
  part.text = finalText(wire) || part.text;
  part.closed = true;
  return reasoningChanges(item, true);
}

/** Another row begins: the thought is over, unless a part of it is still being written. */
export function sealReasoning(thread: ThreadState): Change[] {
  const item = thread.reasoning;
  if (item === null) return [];
  thread.reasoning = null;
  item.sealed = true;
  return finishReasoning(thread, item);
}

function finishReasoning(thread: ThreadState, item: OpenReasoning): Change[] {
  for (const part of item.parts.values()) {
    if (!part.closed) return [];
  }
  thread.shared.text -= item.text.length;
  item.text = "";
  return reasoningChanges(item, false);
}

function show(
  thread: ThreadState,
  item: OpenReasoning,
  part: { text: string },
  delta: string,
): Change[] {
  const first = item.text === "";
  const gap = item.gap && !first;
  item.gap = false;
  if (part.text.length < LONGEST.message) {
    part.text += part.text !== "" && gap ? `\n\n${delta}` : delta;
  }
  const shown = append(thread, item, gap ? `\n\n${delta}` : delta);
  if (shown === "") return [];
  const { id, ts, place } = item;
  return first
    ? [{ type: "reasoning_delta", id, ts, place, delta: shown }]
    : [{ type: "reasoning_delta", id, delta: shown }];
}

function newReasoning(
  thread: ThreadState,
  key: string,
  turnId: string,
  ms: number,
): OpenReasoning {
  return {
    ...begin(thread, turnId, key, ms),
    kind: "reasoning",
    turnId,
    text: "",
    truncated: false,
    parts: new Map(),
    sealed: false,
    gap: false,
  };
}

function finalText(wire: JsonObject): string {
  const joined = (key: string) =>
    arrayAt(wire, key).filter((part) => typeof part === "string" && part !== "").join("\n\n");
  return joined("summary") || joined("content");
}

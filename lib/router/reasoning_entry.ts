/** A finished reasoning: the text of all its parts, as one entry. */
import { clip, LONGEST } from "./bounds.ts";
import type { Change } from "./change.ts";
import type { OpenReasoning } from "./state.ts";

/** The change that keeps a reasoning; none where the provider keeps it to itself. */
export function reasoningChanges(item: OpenReasoning, closedEarly: boolean): Change[] {
  const parts = [...item.parts.values()];
  const text = parts.map((part) => part.text).filter((part) => part !== "").join("\n\n");
  if (text === "") return [];
  const cut = closedEarly && parts.some((part) => !part.closed);
  return [{
    type: "reasoning_finalize",
    entry: {
      id: item.id,
      ts: item.ts,
      place: item.place,
      role: "reasoning",
      turn_id: item.turnId,
      text: clip(text, LONGEST.message),
      ...(cut ? { cut: true } : {}),
    },
  }];
}

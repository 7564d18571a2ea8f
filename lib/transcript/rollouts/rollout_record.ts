/**
 * One line of a rollout in, one record out. Knows the shapes that the agent has written over time,
 * nothing of what they mean.
 */
import { isObject, type JsonObject, stringAt } from "../../protocol/message.ts";

export interface RolloutRecord {
  readonly type: string;
  readonly payload: JsonObject;
  /** When it was written; 0 if it does not say. */
  readonly ms: number;
}

/** Records of the oldest files, which have no envelope. */
const BARE_ITEMS = new Set(["message", "reasoning", "function_call", "function_call_output"]);

/** The record of a line, or null if it is none. */
export function parseRecord(line: string): RolloutRecord | null {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return null;
  }
  if (!isObject(value)) return null;
  const ms = Date.parse(stringAt(value, "timestamp") ?? "") || 0;
  const type = stringAt(value, "type");
  if (type !== null && isObject(value.payload)) return { type, payload: value.payload, ms };
  if (type !== null && BARE_ITEMS.has(type)) return { type: "response_item", payload: value, ms };
  if (type === null && stringAt(value, "id") !== null) {
    return { type: "session_meta", payload: value, ms };
  }
  // Valid, but of a kind that is not known here: newer files may have those.
  return { type: type ?? stringAt(value, "record_type") ?? "unknown", payload: {}, ms };
}

/** Errors of turns: those that end one, and those after which the server tries again. */
import { isObject, type JsonObject, objectAt, stringAt } from "../protocol/message.ts";
import { clip, idAt, LONGEST } from "./bounds.ts";
import type { Change } from "./change.ts";
import { begin, type Handler, iso, turnKey } from "./handler.ts";
import { closeOpen } from "./open_items.ts";
import { nextPlace } from "./place.ts";
import { sealReasoning } from "./reasoning.ts";
import type { ThreadState } from "./state.ts";

export const onError: Handler = (thread, params, ms) => {
  const turnId = idAt(params, "turnId") ?? thread.turnId ?? "";
  const error = objectAt(params, "error");
  const message = clip(stringAt(error, "message") ?? "unknown error", LONGEST.toolText);
  // A lost stream leaves its message dangling and starts a new one.
  const changes = [
    ...sealReasoning(thread),
    ...closeOpen(
      thread,
      ms,
      ({ kind }) => kind === "assistant" || kind === "reasoning" || kind === "plan",
    ),
  ];
  if (params.willRetry !== true) {
    thread.failed = true;
    return [...changes, errorChange(thread, turnId, ms, error)];
  }
  // One row for all attempts of a turn: the latest says how far it got.
  const entry = {
    ...begin(thread, turnId, "retry", ms),
    role: "notice",
    turn_id: turnId,
    kind: "warning",
    text: message,
  } as const;
  return [...changes, { type: "warning", text: message, entry }];
};

/** The change for an error of a turn. */
export function errorChange(
  thread: ThreadState,
  turnId: string,
  ms: number,
  error: JsonObject,
): Change {
  const place = nextPlace(thread.shared.places);
  const details = stringAt(error, "additionalDetails");
  const code = codeOf(error);
  return {
    type: "error",
    entry: {
      // A turn may fail more than once, as one that was resumed does.
      id: `${turnKey(thread, turnId)}:error:${place}`,
      ts: iso(ms),
      place,
      role: "error",
      turn_id: turnId,
      text: clip(stringAt(error, "message") ?? "unknown error", LONGEST.toolText),
      ...(details === null ? {} : { details: clip(details, LONGEST.toolText) }),
      ...(code === null ? {} : { code }),
    },
  };
}

/** The name of an error is a word, or the only key of an object with more about it. */
function codeOf(error: JsonObject): string | null {
  const info = error.codexErrorInfo;
  const name = isObject(info) ? Object.keys(info)[0] : info;
  return typeof name === "string" && name !== "other" ? name.slice(0, 100) : null;
}

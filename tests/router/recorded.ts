// A recording, routed: the changes per thread in the order of the wire, as the service would see
// them. Shared by the tests of the router and of the view.

import { MessageReader } from "../../lib/protocol/reader.ts";
import type { Change } from "../../lib/router/change.ts";
import { endAll, route } from "../../lib/router/route.ts";
import { initialState, type RouterState } from "../../lib/router/state.ts";
import { loadRecording } from "../harness/recordings.ts";

/** One message of a recording, routed. */
export interface RecordedStep {
  /** Empty for what concerns no thread. */
  readonly thread: string;
  readonly changes: readonly Change[];
  /** The state right after it, and only until the next step. */
  readonly state: RouterState;
}

/** Routes the lines of an app-server one by one; at their end the app-server is gone. */
export function* stepsOf(
  lines: Iterable<{ readonly text: string; readonly ms: number }>,
): Generator<RecordedStep> {
  const state = initialState();
  const reader = new MessageReader();
  let last = 0;
  for (const { text, ms } of lines) {
    last = ms;
    const { threadId, changes } = route(state, reader.read({ kind: "line", text }), ms);
    yield { thread: threadId ?? "", changes, state };
  }
  for (const [thread, changes] of endAll(state, last)) yield { thread, changes, state };
}

/** The server's lines of a recording. */
export function linesOf(name: string): { text: string; ms: number }[] {
  return loadRecording(name).filter(({ dir }) => dir === "out")
    .map(({ msg, t_ms }) => ({ text: JSON.stringify(msg), ms: t_ms }));
}

/** All changes of a recording by thread; those that concern no thread are under "". */
export function changesOf(name: string): Map<string, Change[]> {
  const byThread = new Map<string, Change[]>();
  for (const { thread, changes } of stepsOf(linesOf(name))) {
    const known = byThread.get(thread) ?? [];
    known.push(...changes);
    byThread.set(thread, known);
  }
  return byThread;
}

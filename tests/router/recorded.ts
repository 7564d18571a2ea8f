// A recording, routed: the changes per thread in the order of the wire. Shared by the tests of the
// router and of the view.

import { parseMessage } from "../../lib/protocol/message.ts";
import type { Change } from "../../lib/router/change.ts";
import { route } from "../../lib/router/route.ts";
import { initialState } from "../../lib/router/state.ts";
import { loadRecording } from "../harness/recordings.ts";

/** All changes of a recording by thread; those that concern no thread are under "". */
export function changesOf(name: string): Map<string, Change[]> {
  const state = initialState();
  const byThread = new Map<string, Change[]>();
  for (const { dir, t_ms, msg } of loadRecording(name)) {
    if (dir !== "out") continue;
    const { threadId, changes } = route(state, parseMessage(JSON.stringify(msg)), t_ms);
    const known = byThread.get(threadId ?? "") ?? [];
    byThread.set(threadId ?? "", [...known, ...changes]);
  }
  return byThread;
}

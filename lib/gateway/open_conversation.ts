/** What a page needs at once: the settings, the latest entries, and what is still running. */
import type { AppServerStatus } from "../app_server/app_server.ts";
import type { Entry, PendingApproval, Running } from "../router/change.ts";
import { runningOf } from "../router/snapshot.ts";
import type { ThreadState } from "../router/state.ts";
import type { Meta } from "../transcript/conversations.ts";

/** What a thread is doing now; none of it is in the transcript yet. */
export interface Live {
  readonly turn_id: string | null;
  readonly activity: string | null;
  readonly items: readonly Running[];
  readonly approvals: readonly PendingApproval[];
}

/** A line of the list of what runs. */
export interface RunningConversation {
  readonly conversation_id: string;
  readonly turn_id: string;
  readonly activity: string | null;
  /** How many approvals wait. */
  readonly approvals: number;
}

export interface OpenConversation {
  readonly meta: Meta;
  /** The number of the last event that is already contained. */
  readonly seq: number;
  readonly entries: readonly Entry[];
  /** The number of the first of them in the transcript; those before it are read on demand. */
  readonly first: number;
  readonly live: Live;
  readonly server: AppServerStatus;
}

/** A copy of what runs, so that later deltas do not change it. */
export function liveOf(thread: ThreadState | null | undefined): Live {
  if (thread === null || thread === undefined) {
    return { turn_id: null, activity: null, items: [], approvals: [] };
  }
  return {
    turn_id: thread.turnId,
    activity: thread.activity,
    items: runningOf(thread),
    approvals: [...thread.approvals.values()].map(({ approval }) => approval),
  };
}

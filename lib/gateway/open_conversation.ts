/** What a page needs at once: the settings, the latest entries, and what is still running. */
import type { AppServerStatus } from "../app_server/app_server.ts";
import type { Entry, PendingApproval, Running } from "../router/change.ts";
import type { CommandContextView } from "../hub/events.ts";
import type { QueueView } from "../hub/hub.ts";
import { runningOf as unfinishedOf } from "../router/snapshot.ts";
import type { RouterState, ThreadState } from "../router/state.ts";
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
  readonly turn_id: string | null;
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
  readonly queue: QueueView;
  /** The commands that go with the next message. */
  readonly context: CommandContextView;
  readonly server: AppServerStatus;
}

/** A copy of what runs, so that later deltas do not change it; sub-agents only ask. */
export function liveOf(
  thread: ThreadState | undefined,
  subAgents: readonly ThreadState[] = [],
): Live {
  const asking = thread === undefined ? subAgents : [thread, ...subAgents];
  return {
    turn_id: thread?.turnId ?? null,
    activity: thread?.activity ?? null,
    items: thread === undefined ? [] : unfinishedOf(thread),
    approvals: asking.flatMap(({ approvals }) =>
      [...approvals.values()].map(({ approval }) => approval)
    ),
  };
}

/** The conversations in which something runs or waits for a person. */
export function runningOf(
  state: RouterState,
  ownerOf: (threadId: string) => string | null,
): RunningConversation[] {
  const running = new Map<string, RunningConversation>();
  for (const [threadId, { turnId, activity, approvals }] of state.threads) {
    const conversation_id = ownerOf(threadId);
    if (conversation_id === null || (turnId === null && approvals.size === 0)) continue;
    const known = running.get(conversation_id);
    running.set(conversation_id, {
      conversation_id,
      turn_id: known?.turn_id ?? turnId,
      activity: known?.activity ?? activity,
      approvals: (known?.approvals ?? 0) + approvals.size,
    });
  }
  return [...running.values()];
}

/**
 * What the router remembers between messages: per thread the running turn, the items that are
 * still open and the approvals that wait. Only what is running is kept; everything finished is in
 * the transcript.
 */
import type { JsonObject, RequestId } from "../protocol/message.ts";
import type { PendingApproval, PlanStep } from "./change.ts";

/** An item whose end has not come yet. */
export interface OpenItem {
  readonly id: string;
  readonly kind: "assistant" | "reasoning" | "command";
  readonly turnId: string;
  readonly ts: string;
  text: string;
  readonly command: string;
  readonly cwd: string;
}

/** A pending approval with the id under which the server waits for our answer. */
export interface WaitingApproval {
  readonly requestId: RequestId;
  readonly approval: PendingApproval;
}

export interface ThreadState {
  turnId: string | null;
  activity: string | null;
  /** By the provider's item id, which is unique in a thread only. */
  readonly open: Map<string, OpenItem>;
  readonly approvals: Map<string, WaitingApproval>;
  /** File changes by item id: their approvals come without the diff and are joined by it. */
  readonly fileChanges: Map<string, readonly JsonObject[]>;
  plan: { readonly id: string; readonly steps: readonly PlanStep[] } | null;
  /** Per file of the running turn, the diff last shown: the server repeats it after each step. */
  readonly diffs: Map<string, string>;
  failed: boolean;
}

export interface RouterState {
  readonly threads: Map<string, ThreadState>;
}

/** The state before the first message. */
export function initialState(): RouterState {
  return { threads: new Map() };
}

/** The state of a thread, made at its first mention. */
export function threadState(state: RouterState, threadId: string): ThreadState {
  let thread = state.threads.get(threadId);
  if (thread === undefined) {
    thread = {
      turnId: null,
      activity: null,
      open: new Map(),
      approvals: new Map(),
      fileChanges: new Map(),
      plan: null,
      diffs: new Map(),
      failed: false,
    };
    state.threads.set(threadId, thread);
  }
  return thread;
}

/**
 * What the router remembers between messages: per thread the running turn, the items that are
 * still open and the approvals that wait. Only what is running is kept, and of that only so much;
 * everything finished is in the transcript.
 */
import type { WaitingApproval } from "./decisions.ts";
import { MOST } from "./bounds.ts";
import type {
  Began,
  NoticeBody,
  PlanStep,
  ProposedFile,
  RateLimits,
  TokenUsageEntry,
} from "./change.ts";
import type { PlaceClock } from "./place.ts";

/** What every unfinished item has. */
interface OpenBase extends Began {
  readonly turnId: string;
  /** All that was streamed so far. */
  text: string;
  truncated: boolean;
}
/** A message or a plan that is being written. */
export interface OpenText extends OpenBase {
  readonly kind: "assistant" | "plan";
}
/** Consecutive reasoning items, which make one row. */
export interface OpenReasoning extends OpenBase {
  readonly kind: "reasoning";
  /** By item id: the text streamed, or the final one. */
  readonly parts: Map<string, ReasoningPart>;
  /** Another row has begun since: the next reasoning is a row of its own. */
  sealed: boolean;
  /** The next piece of text begins a paragraph. */
  gap: boolean;
}
export interface ReasoningPart {
  text: string;
  /** Which of the two streams is shown: the summary, or the raw text where there is none. */
  stream: "summary" | "raw" | null;
  closed: boolean;
}
/** A command of the agent, or of the person. */
export interface OpenCommand extends OpenBase {
  readonly kind: "command" | "shell";
  readonly command: string;
  readonly cwd: string;
  stdin: string;
}
/** A tool call and the like. */
export interface OpenNotice extends OpenBase {
  readonly kind: "notice";
  readonly body: NoticeBody;
}
/** An item whose end has not come yet. */
export type OpenItem = OpenText | OpenReasoning | OpenCommand | OpenNotice;

/** The check list of the running turn. */
export interface OpenPlan extends Began {
  readonly turnId: string;
  readonly steps: readonly PlanStep[];
  readonly explanation: string | null;
}

export interface ThreadState {
  readonly id: string;
  readonly shared: Shared;
  turnId: string | null;
  /** The turn that the running one is the inside of: a review starts one and ends the other. */
  outerTurnId: string | null;
  /** Names for turns whose ids are mere counters, by id. */
  readonly turnKeys: Map<string, string>;
  /** Which of two dialects the turn is read in; the first one wins. */
  dialect: "items" | "legacy" | null;
  /** The older dialect's items that are being written, by kind: they have no ids of their own. */
  readonly legacyItems: Map<string, string>;
  activity: string | null;
  /** By the provider's item id, which is unique in a thread only. */
  readonly open: Map<string, OpenItem>;
  /** The open item that got text last: deltas come in runs, and comparing beats hashing. */
  writing: { readonly key: string; readonly item: OpenItem } | null;
  /** The reasoning that the next reasoning item joins. */
  reasoning: OpenReasoning | null;
  /** Items that were closed without their end: a late one still finds its row. */
  readonly cut: Map<string, OpenItem>;
  readonly approvals: Map<string, WaitingApproval>;
  /** File changes by item id: their approvals come without the diff and are joined by it. */
  readonly fileChanges: Map<string, readonly ProposedFile[]>;
  plan: OpenPlan | null;
  /** The turn that `diffs` are of. */
  diffsOf: string | null;
  /** Per file of that turn, the hash of the diff last shown: it is repeated often. */
  readonly diffs: Map<string, string>;
  /** The usage that is to be kept at the turn's end. */
  usage: TokenUsageEntry | null;
  /** Messages of the person that were told already; they come at their start and at their end. */
  readonly userMessages: Map<string, true>;
  failed: boolean;
}

/** What all threads share. */
export interface Shared {
  readonly places: PlaceClock;
  /** Characters of unfinished text. */
  text: number;
  /** Takes what is not the person's own words from a message's text. */
  readonly strip: (text: string) => string;
}

export interface RouterState {
  readonly threads: Map<string, ThreadState>;
  /** The thread that was asked for last; as `writing` of a thread. */
  recent: ThreadState | null;
  readonly shared: Shared;
  /** What the account may still use, as far as it was told; sparse updates are merged into it. */
  rateLimits: RateLimits | null;
}

/** What the owner may plug in. */
export interface RouterOptions {
  /** Removes context envelopes from the text of user messages, before anything else sees it. */
  readonly strip?: (text: string) => string;
}

/** The state before the first message. */
export function initialState(options: RouterOptions = {}): RouterState {
  return {
    threads: new Map(),
    recent: null,
    shared: { places: { ms: 0, last: 0 }, text: 0, strip: options.strip ?? ((text) => text) },
    rateLimits: null,
  };
}

/** The state of a thread, made at its first mention. */
export function threadState(state: RouterState, threadId: string): ThreadState {
  if (state.recent !== null && state.recent.id === threadId) return state.recent;
  return state.recent = state.threads.get(threadId) ?? newThread(state, threadId);
}

function newThread(state: RouterState, threadId: string): ThreadState {
  if (state.threads.size >= MOST.threads) forgetOne(state);
  const thread: ThreadState = {
    id: threadId,
    shared: state.shared,
    turnId: null,
    outerTurnId: null,
    turnKeys: new Map(),
    dialect: null,
    legacyItems: new Map(),
    activity: null,
    open: new Map(),
    writing: null,
    reasoning: null,
    cut: new Map(),
    approvals: new Map(),
    fileChanges: new Map(),
    plan: null,
    diffsOf: null,
    diffs: new Map(),
    usage: null,
    userMessages: new Map(),
    failed: false,
  };
  state.threads.set(threadId, thread);
  return thread;
}

/** True while a thread has something that a page must see. */
export function isBusy(thread: ThreadState): boolean {
  return thread.turnId !== null || thread.open.size > 0 || thread.approvals.size > 0 ||
    thread.reasoning !== null || thread.plan !== null;
}

/** Lets go of a thread: an idle one if there is any, else the one that was seen first. */
function forgetOne(state: RouterState): void {
  for (const [id, thread] of state.threads) {
    if (!isBusy(thread)) return forgetThread(state, id);
  }
  const first = state.threads.keys().next().value;
  if (first !== undefined) forgetThread(state, first);
}

/** Lets go of a thread and of its share of the text. */
export function forgetThread(state: RouterState, threadId: string): void {
  state.recent = null;
  const thread = state.threads.get(threadId);
  const items = new Set(thread?.open.values());
  if (thread?.reasoning) items.add(thread.reasoning);
  for (const item of items) state.shared.text -= item.text.length;
  state.threads.delete(threadId);
}

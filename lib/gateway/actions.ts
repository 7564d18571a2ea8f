/**
 * What a person can do with a conversation beside talking: a table of actions, a small function
 * each. What only changes our own record is told to the app-server by thread_sync.ts.
 */
import { objectAt, stringAt } from "../protocol/message.ts";
import { iso } from "../router/handler.ts";
import type { Conversations, Meta } from "../transcript/conversations.ts";
import type { Bindings } from "./bindings.ts";
import type { Calls } from "./calls.ts";
import { ActionFailure } from "./failure.ts";
import type { Threads } from "./threads.ts";
import type { Turns } from "./turns.ts";

export interface ActionParts {
  readonly bindings: Bindings;
  readonly calls: Calls;
  readonly conversations: Conversations;
  readonly threads: Threads;
  readonly turns: Turns;
  readonly now: () => number;
}

/** What an action may be told; each takes what it needs. */
export interface ActionOptions {
  readonly label?: string | undefined;
  /** For a fork: the last turn that it has. */
  readonly turn_id?: string | undefined;
  /** For a review: what to look at; without any, what is not committed. */
  readonly branch?: string | undefined;
  readonly commit?: string | undefined;
  readonly instructions?: string | undefined;
}

/** What an action answers beside `ok`. */
export type ActionResult = Readonly<Record<string, string | null>>;
type Action = (parts: ActionParts, meta: Meta, options: ActionOptions) => Promise<ActionResult>;

const ACTIONS = {
  compact: async (parts, meta) => {
    await idleThread(
      parts,
      meta,
      (threadId) => parts.calls.request("thread/compact/start", { threadId }),
    );
    return {};
  },
  review: async (parts, meta, options) => {
    const answer = await idleThread(
      parts,
      meta,
      (threadId) =>
        parts.calls.request("review/start", { threadId, target: reviewTarget(options) }),
    );
    return { turn_id: stringAt(objectAt(answer, "turn"), "id") };
  },
  fork: forkConversation,
  fresh_start: async (parts, meta) => {
    const { bindings, conversations } = parts;
    bindings.forget(meta.conversation_id);
    await conversations.update(meta.conversation_id, { thread_id: null });
    return {};
  },
  rename: async ({ conversations }, meta, { label = "" }) => {
    if (label.trim() === "") throw new ActionFailure(400, "invalid_body", "label: is missing");
    await conversations.update(meta.conversation_id, { label: label.trim() });
    return {};
  },
  archive: async ({ conversations }, meta) => {
    await conversations.update(meta.conversation_id, { archived: true });
    return {};
  },
  unarchive: async ({ conversations }, meta) => {
    await conversations.update(meta.conversation_id, { archived: false });
    return {};
  },
} satisfies Record<string, Action>;

export type ActionName = keyof typeof ACTIONS;
/** All actions, for the check of a request. */
export const ACTION_NAMES = Object.keys(ACTIONS) as [ActionName, ...ActionName[]];

/** Does it. */
export function act(
  parts: ActionParts,
  meta: Meta,
  name: ActionName,
  options: ActionOptions,
): Promise<ActionResult> {
  const action: Action = ACTIONS[name];
  return action(parts, meta, options);
}

async function forkConversation(
  parts: ActionParts,
  meta: Meta,
  { turn_id, label }: ActionOptions,
): Promise<ActionResult> {
  const { calls, conversations, threads, now } = parts;
  const name = label ?? `${meta.label} (fork)`.trim();
  if (meta.thread_id === null) {
    const fork = await conversations.fork(meta, { thread_id: null, label: name }, iso(now()));
    return { id: fork.conversation_id, thread_id: null };
  }
  const answer = await threads.onThread(meta, async (threadId) => {
    const more = turn_id === undefined ? {} : { lastTurnId: turn_id };
    const params = { threadId, excludeTurns: true, ...more };
    return await calls.request(
      "thread/fork",
      await threads.withSettings("thread/fork", meta, params),
    );
  });
  const threadId = stringAt(objectAt(answer, "thread"), "id");
  if (threadId === null) {
    throw new ActionFailure(502, "app_server_error", "thread/fork: the answer has no thread id");
  }
  const fork = await conversations.fork(meta, {
    thread_id: threadId,
    label: name,
    ...(turn_id === undefined ? {} : { upTo: await endOfTurn(parts, meta, turn_id) }),
  }, iso(now()));
  threads.learn(threadId, fork.conversation_id, answer);
  return { id: fork.conversation_id, thread_id: threadId };
}

/** The number of the entry that ends a turn. */
async function endOfTurn({ conversations }: ActionParts, meta: Meta, turnId: string) {
  const transcript = conversations.transcript(meta.conversation_id);
  let before: number | undefined;
  for (;;) {
    const { entries, first, last } = await transcript.range({ before, limit: 200 });
    const at = entries.findLastIndex((entry) => entry.turn_id === turnId);
    if (at !== -1) return last - (entries.length - 1 - at);
    if (entries.length === 0 || first <= 1) {
      throw new ActionFailure(404, "unknown_turn", `there is no turn "${turnId}"`);
    }
    before = first;
  }
}

/** Runs a call that begins a turn of its own; a running one would refuse it. */
async function idleThread<T>(
  { threads, turns, calls }: ActionParts,
  meta: Meta,
  call: (threadId: string) => Promise<T>,
): Promise<T> {
  if (meta.thread_id === null) {
    throw new ActionFailure(409, "no_thread", "nothing was said yet");
  }
  if (turns.of(meta.thread_id) !== null) {
    throw new ActionFailure(409, "turn_running", "a turn is running: wait for its end or stop it");
  }
  await calls.ready();
  return await threads.onThread(meta, call);
}

function reviewTarget({ branch, commit, instructions }: ActionOptions) {
  if (branch !== undefined) return { type: "baseBranch", branch };
  if (commit !== undefined) return { type: "commit", sha: commit, title: null };
  if (instructions !== undefined) return { type: "custom", instructions };
  return { type: "uncommittedChanges" };
}

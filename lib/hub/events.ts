/**
 * What the event stream carries: changes of conversations, news of the service, answers for one
 * tab. Types only, and the list of those that a list of conversations needs.
 */
import type { Change } from "../router/change.ts";

/** News of the service itself, beside the changes of conversations. */
export interface ServerStatusEvent {
  readonly type: "server_status";
  readonly state: string;
  readonly problem: string | null;
}
/** A conversation was made, changed, deleted, or got its thread. */
export interface ConversationEvent {
  readonly type: "conversation";
  readonly label: string;
  readonly thread_id: string | null;
  readonly change?: "created" | "changed" | "deleted";
  readonly pinned?: boolean;
  readonly archived?: boolean;
}
/** A message that waits for the running turn to end. */
export interface WaitingMessage {
  readonly id: string;
  readonly ts: string;
  readonly text: string;
  /** Paths of pictures that go with it. */
  readonly images?: readonly string[] | undefined;
}
/** The messages that wait, in their order. */
export interface QueueView {
  /** Grows with each change, so that an edit of an old state can be refused. */
  readonly revision: number;
  /** Why the next one does not start by itself; null while it will. */
  readonly held: "interrupted" | "failed" | null;
  readonly waiting: readonly WaitingMessage[];
}
/** The queue of a conversation is another one now. */
export interface QueueEvent {
  readonly type: "queue";
  readonly queue: QueueView;
}
/** The answer to a call that a tab made by `rpc`; only that tab gets it. */
export interface RpcResponseEvent {
  readonly type: "rpc_response";
  readonly id: string | number | null;
  readonly method: string;
  readonly result: unknown;
  /** The answer is too large for the stream: the caller has it, `result` is null. */
  readonly too_large?: true;
}
/** The failure of a call that a tab made by `rpc`; only that tab gets it. */
export interface RpcErrorEvent {
  readonly type: "rpc_error";
  readonly id: string | number | null;
  readonly method: string;
  readonly error: { readonly code: number | string; readonly message: string };
}

/** Commands of the person that go with the next message. */
export interface CommandContextView {
  /** Whether they do, by the conversation's setting or the service's. */
  readonly enabled: boolean;
  readonly carrier: string;
  readonly total: number;
  readonly dropped: number;
  readonly commands: readonly {
    readonly cmd: string;
    readonly exit_code: number | null;
    readonly cwd: string;
    readonly block_id: string;
    readonly ts: number;
    readonly type?: "user_kill" | undefined;
    /** How many lines of output go with it. */
    readonly lines: number;
  }[];
  /** Exactly what the model gets; null if nothing. */
  readonly text: string | null;
}
/** What goes with the next message is something else now. */
export interface CommandContextEvent {
  readonly type: "command_context";
  readonly context: CommandContextView;
}

/** An event from outside is in another state; `unread` counts those of its thread. */
export interface EventStateEvent {
  readonly type: "event_state";
  readonly event_id: string;
  readonly thread_id: string;
  readonly event_seq: number;
  readonly state: string;
  readonly unread: number;
}

export type TabPayload = RpcResponseEvent | RpcErrorEvent;
export type HubPayload =
  | Change
  | ServerStatusEvent
  | ConversationEvent
  | QueueEvent
  | CommandContextEvent
  | EventStateEvent
  | TabPayload;

/** What a page gets. `conversation_id` is null for news that concern all. */
export type HubEvent = HubPayload & {
  readonly seq: number;
  readonly ts: string;
  readonly conversation_id: string | null;
};

/** The first message on a socket: whether the page can go on from where it was. */
export interface ResumeEvent {
  readonly type: "resume";
  readonly verdict: "ok" | "gap";
  readonly seq: number;
}
/** Sent now and then, so that a dead line is noticed. All events up to `seq` are behind it. */
export interface HeartbeatEvent {
  readonly type: "heartbeat";
  readonly seq: number;
}
/** What is going on at the moment of the subscription; the stream goes on from `seq`. */
export interface SnapshotEvent {
  readonly type: "snapshot";
  readonly seq: number;
  readonly conversation_id: string | null;
  readonly state: unknown;
}

/** Enough for a list of conversations with its running, waiting and unread marks. */
const LISTED: ReadonlySet<string> = new Set<HubPayload["type"]>([
  "conversation",
  "activity",
  "status",
  "approval",
  "approval_resolved",
  "server_status",
  "error",
  "event_state",
]);

/** Whether readers of all conversations get this type. */
export function isListed(type: string): boolean {
  return LISTED.has(type);
}

/** Of these, only the latest of a conversation matters. */
const STATES: ReadonlySet<string> = new Set<HubPayload["type"]>([
  "activity",
  "queue",
  "rate_limits",
  "server_status",
]);
const NO_SUBJECT = { until: null, settles: null };

/**
 * What a later event makes needless for who was not there: pieces of a row by the whole of it, and
 * a state by the next one.
 */
export function subjectOf(
  conversation: string | null,
  event: HubPayload,
): { readonly until: string | null; readonly settles: string | null } {
  if ("delta" in event) return { until: event.id, settles: null };
  if ("entry" in event && event.entry !== undefined) {
    return { until: null, settles: event.entry.id };
  }
  const isState = STATES.has(event.type) ||
    (event.type === "conversation" && event.change === "changed");
  if (!isState) return NO_SUBJECT;
  const state = `${event.type} ${conversation}`;
  return { until: state, settles: state };
}

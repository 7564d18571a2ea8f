/**
 * The life of an event after it was accepted: its states, which may follow which, and what a receipt
 * tells of it. Pure: times are given. What makes an event go from one state to the next is elsewhere.
 */
import type { DeliveryMode } from "./modes.ts";

/** In the order of their numbers in the ledger's table; only ever append. */
export const EVENT_STATES = [
  "accepted",
  "queued",
  "steering",
  "turn_starting",
  "injected",
  "observed",
  "notified",
  "indeterminate",
  "expired",
  "acked",
  "dead",
] as const;
export type EventState = typeof EVENT_STATES[number];

/** Where an event stands, and how it came there. */
export interface Progress {
  readonly state: EventState;
  /** How the model gets it, or was to. */
  readonly mode: DeliveryMode;
  /** When it got into this state. */
  readonly at: number;
  /** In words: the rule, the obstacle, the failure. */
  readonly reason: string | null;
  /** The id that the app-server will echo, where one was sent. */
  readonly client_id: string | null;
  readonly turn_id: string | null;
  /** A call is under way whose outcome is not known yet. */
  readonly in_flight: boolean;
  /** How often the app-server refused it. */
  readonly refusals: number;
  readonly history: readonly (readonly [state: EventState, at: number])[];
}

/** What changes with a step, beside state and time. */
export type Step = Partial<
  Pick<Progress, "mode" | "reason" | "client_id" | "turn_id" | "in_flight" | "refusals">
>;

/** The states that may follow; a step that is not here is not made. */
const NEXT: Readonly<Record<EventState, readonly EventState[]>> = {
  accepted: ["queued", "steering", "turn_starting", "injected", "notified", "indeterminate"]
    .concat(["expired", "acked", "dead"]) as EventState[],
  queued: ["queued", "steering", "turn_starting", "injected", "indeterminate", "expired"]
    .concat(["acked", "dead", "notified"]) as EventState[],
  steering: ["injected", "observed", "queued", "indeterminate", "dead"],
  turn_starting: ["injected", "observed", "queued", "indeterminate", "dead"],
  injected: ["observed", "indeterminate", "acked"],
  // A late echo is a proof, whenever it comes.
  indeterminate: ["observed", "acked"],
  observed: ["acked"],
  // These were certainly told to nobody: a person may ask for it after all.
  notified: ["acked", "queued"],
  expired: ["acked"],
  dead: ["acked", "queued"],
  acked: [],
};

const LONGEST_HISTORY = 16;

/** The first progress of an event. */
export function begin(state: EventState, mode: DeliveryMode, reason: string, at: number): Progress {
  const history: [EventState, number][] = state === "accepted"
    ? [["accepted", at]]
    : [["accepted", at], [state, at]];
  const nothing = { client_id: null, turn_id: null, in_flight: false, refusals: 0 };
  return { state, mode, at, reason, ...nothing, history };
}

/** The next progress, or null if that step is not possible. */
export function step(
  from: Progress,
  state: EventState,
  at: number,
  change: Step = {},
): Progress | null {
  if (!NEXT[from.state].includes(state)) return null;
  return {
    ...from,
    in_flight: state === "steering" || state === "turn_starting",
    ...change,
    state,
    at,
    history: [...from.history, [state, at] as const].slice(-LONGEST_HISTORY),
  };
}

/** Nobody, neither the agent nor a person, has seen it: such an event is never thrown away. */
export function isUnread(state: EventState): boolean {
  return state !== "observed" && state !== "injected" && state !== "acked";
}

/** Waits for a turn, or for a chance to be told. */
export function isWaiting(progress: Pick<Progress, "state" | "in_flight">): boolean {
  return (progress.state === "queued" || progress.state === "accepted") && !progress.in_flight;
}

/** Nothing more will happen by itself; `injected` ends there only if it was appended. */
export function isSettled({ state, mode }: Pick<Progress, "state" | "mode">): boolean {
  if (state === "injected") return mode === "append_to_thread";
  return ["observed", "notified", "indeterminate", "expired", "acked", "dead"].includes(state);
}

/** Whether a wait for a state is over: it is reached, or can never be any more. */
export function isReached(progress: Progress, wanted: EventState): boolean {
  return progress.history.some(([state]) => state === wanted) || isSettled(progress);
}

/** The states, modes and urgencies of events in a person's words. Pure. */

/** What became of an event. */
export const STATE_WORDS: Readonly<Record<string, string | undefined>> = {
  accepted: "received",
  queued: "waits for the next turn",
  steering: "on its way into the turn",
  turn_starting: "starts a turn",
  injected: "given to the agent",
  observed: "seen by the agent",
  notified: "shown here only",
  acked: "acknowledged",
  indeterminate: "may have reached the agent",
  expired: "expired",
  dead: "not delivered",
};

/** How the agent gets an event. */
export const MODE_WORDS: Readonly<Record<string, string | undefined>> = {
  notify_only: "Only show it here",
  append_to_thread: "Add to the agent's history",
  queue_for_next_turn: "Tell with the next turn",
  steer: "Tell the running turn",
  auto_turn: "Start a turn for it",
};

export const MODES = [
  "notify_only",
  "append_to_thread",
  "queue_for_next_turn",
  "steer",
  "auto_turn",
] as const;

/** From the least to the most urgent. */
export const SEVERITIES = ["debug", "info", "warning", "error", "critical"] as const;

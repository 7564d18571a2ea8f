/**
 * What is shown around the rows of a conversation, beside what its view knows: how the latest thing
 * went, since when the turn runs, and how many approvals wait.
 */
import type { OpenConversation } from "../gateway/open_conversation.ts";
import type { HubEvent } from "../hub/hub.ts";
import { lastOutcome, type Outcome, outcomeOf } from "../view/outcome.ts";
import type { View } from "../view/rows.ts";

/** What is shown around the rows. */
export interface Head
  extends
    Pick<View, "label" | "activity" | "turnId" | "usage" | "server" | "rateLimits" | "warnings"> {
  /** How the latest thing went. */
  readonly outcome: Outcome;
  /** When the running turn began, as far as it is known. */
  readonly since: string | null;
  /** How many approvals wait. */
  readonly waiting: number;
}

export class HeadState {
  readonly #approvals: Set<string>;
  #outcome: Outcome;
  #since: string | null;

  /** From a conversation as it was opened, and the view of it. */
  constructor(open: OpenConversation | null, view: View) {
    this.#approvals = new Set((open?.live.approvals ?? []).map(({ id }) => id));
    this.#outcome = lastOutcome(open?.entries ?? []);
    this.#since = beginningOf(view);
  }

  /** Takes what an event says; true if the head shows something of it. */
  note(event: HubEvent): boolean {
    const outcome = "entry" in event && event.entry !== undefined ? outcomeOf(event.entry) : null;
    if (outcome !== null) this.#outcome = outcome;
    switch (event.type) {
      case "approval":
        this.#approvals.add(event.approval.id);
        return true;
      case "approval_resolved":
        this.#approvals.delete(event.id);
        return true;
      case "activity":
        if (event.text === null) this.#since = null;
        else this.#since ??= event.ts;
        return true;
      default:
        return outcome !== null;
    }
  }

  head({ label, activity, turnId, usage, server, rateLimits, warnings }: View): Head {
    const more = { outcome: this.#outcome, since: this.#since, waiting: this.#approvals.size };
    return { label, activity, turnId, usage, server, rateLimits, warnings, ...more };
  }
}

/** When the running turn began: at its first row that is known. */
function beginningOf({ turnId, order, rows }: View): string | null {
  if (turnId === null) return null;
  const first = order.find((id) => {
    const row = rows.get(id);
    return row?.running === true ||
      (row !== undefined && "turn_id" in row && row.turn_id === turnId);
  });
  return first === undefined ? null : rows.get(first)?.ts ?? null;
}

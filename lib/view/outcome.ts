/**
 * How the latest thing in a conversation went, for the dot of the ribbon: the same from the live
 * stream as from the transcript. Pure.
 */
import type { Entry } from "../router/change.ts";

/** Nothing to tell yet is `idle`. */
export type Outcome = "idle" | "good" | "warn" | "bad";

/** What an entry says about it; null where it says nothing. */
export function outcomeOf(entry: Entry): Outcome | null {
  switch (entry.role) {
    case "status":
      return { completed: "good", interrupted: "warn", failed: "bad" }[entry.status] as Outcome;
    case "command":
    case "shell_output":
      if (entry.status === "declined" || entry.status === "interrupted") return "warn";
      return entry.status === "completed" && (entry.exit_code ?? 0) === 0 ? "good" : "bad";
    case "error":
      return "bad";
    case "notice":
      return entry.kind === "warning" ? "warn" : null;
    default:
      return null;
  }
}

/** The outcome of the last entry that says anything. */
export function lastOutcome(entries: readonly Entry[]): Outcome {
  for (const entry of entries.toReversed()) {
    const outcome = outcomeOf(entry);
    if (outcome !== null) return outcome;
  }
  return "idle";
}

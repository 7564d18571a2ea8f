/**
 * Which events a ledger may forget: those that somebody has seen and that are old or many. An event
 * that nobody has seen is never forgotten. Pure.
 */
import type { EventTable } from "./event_table.ts";
import { isSettled, isUnread } from "./progress.ts";

export interface RetentionLimits {
  readonly events: number;
  readonly ageMs: number;
}

export const RETENTION: RetentionLimits = { events: 1_000, ageMs: 7 * 24 * 60 * 60 * 1_000 };

/** The rows to keep, in order. */
export function retainedRows(
  table: EventTable,
  nowMs: number,
  limits: RetentionLimits = RETENTION,
): number[] {
  const kept: number[] = [];
  let rank = 0;
  for (const row of table.newest()) {
    rank++;
    const over = rank > limits.events || nowMs - table.at(row) > limits.ageMs;
    if (!over || !isForgettable(table, row)) kept.push(row);
  }
  return kept.reverse();
}

function isForgettable(table: EventTable, row: number): boolean {
  const [state, mode] = [table.state(row), table.mode(row)];
  return !isUnread(state) && isSettled({ state, mode }) && !table.inFlight(row);
}

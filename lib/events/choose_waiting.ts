/**
 * Chooses among the events that wait: the most urgent, then the latest, and not more than one message
 * can use. Looks at the columns of the table only; what it chooses is read afterwards.
 */
import type { EventTable } from "./event_table.ts";
import type { Ledger } from "./ledger.ts";
import type { EventRecord } from "./ledger_line.ts";
import { type DeliveryMode, severityRank } from "./modes.ts";
import { isWaiting } from "./progress.ts";

export interface ChosenEvents {
  readonly records: readonly EventRecord[];
  /** How many wait beside them. */
  readonly left: number;
}

/** More than these cannot be told in one message, however short they are. */
const MOST_LOOKED_AT = 500;

/** Events of these modes that wait. */
export function chooseWaiting(ledger: Ledger, modes: ReadonlySet<DeliveryMode>): ChosenEvents {
  const buckets: number[][] = [];
  let total = 0;
  const waits = (table: EventTable, row: number) => {
    const state = table.state(row);
    if (!isWaiting({ state, in_flight: table.inFlight(row) }) || !modes.has(table.mode(row))) {
      return false;
    }
    const bucket = buckets[severityRank(table.severity(row))] ??= [];
    if (bucket.length < MOST_LOOKED_AT) bucket.push(table.seq(row));
    return true;
  };
  for (const _ of ledger.rows(waits)) total++;
  const seqs = buckets.reverse().flat().slice(0, MOST_LOOKED_AT);
  const records = seqs.map((seq) => ledger.get(seq)).filter((record) => record !== null);
  return { records, left: total - records.length };
}

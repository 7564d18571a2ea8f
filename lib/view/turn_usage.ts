/**
 * Joins the tokens of a turn with the row of its end: they are two entries, and either may be known
 * first. Pure.
 */
import type { Entry, TokenUsage } from "../router/change.ts";

type EntryOf<Role extends Entry["role"]> = Extract<Entry, { role: Role }>;

/** The end of a turn, with what the thread had used by then. */
export type TurnEnd = EntryOf<"status"> & { readonly usage?: TokenUsage };

/** What is known of the turns in view. */
export interface TurnUsages {
  readonly usages: Map<string, TokenUsage>;
  /** The id of the row that ends a turn. */
  readonly ends: Map<string, string>;
}

export const noUsages = (): TurnUsages => ({ usages: new Map(), ends: new Map() });

/** The row for the end of a turn. */
export function endOfTurn({ usages, ends }: TurnUsages, entry: EntryOf<"status">): TurnEnd {
  const turn = turnOf(entry);
  if (turn === undefined) return entry;
  ends.set(turn, entry.id);
  const usage = usages.get(turn);
  return usage === undefined ? entry : { ...entry, usage };
}

/** Takes what a turn has used; gives the id of the row that shows it, if that is known. */
export function usedInTurn(
  { usages, ends }: TurnUsages,
  entry: EntryOf<"token_usage">,
): string | undefined {
  const { id: _, ts: __, role: ___, turn_id: ____, place: _____, ...usage } = entry;
  const turn = turnOf(entry);
  if (turn === undefined) return undefined;
  usages.set(turn, usage);
  return ends.get(turn);
}

/** Ids of rows name their turn uniquely; older servers count turns from one with each start. */
function turnOf({ id, turn_id }: Entry): string | undefined {
  return /^(.+):(?:end|usage)$/.exec(id)?.[1] ?? turn_id;
}

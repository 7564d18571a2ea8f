/**
 * What a rollout says in the words of today's protocol, with where it was taken from. A rollout
 * tells most things two or three times: as finished items, as events, and as what went over the
 * model's wire. The best source wins, turn by turn.
 */
import type { JsonObject } from "../../protocol/message.ts";

export type Kind = "user" | "assistant" | "reasoning" | "command" | "file" | "tool" | "other";

/** How good a source is: what the model saw, events, finished items. */
export const RANK = { response: 1, event: 2, item: 3 } as const;
export type Rank = typeof RANK[keyof typeof RANK];

/** A notification that the router understands. */
export interface Sourced {
  readonly kind: Kind;
  readonly rank: Rank;
  readonly method: string;
  readonly params: JsonObject;
  readonly ms: number;
}

const MAX_HELD = 2_000;
const MAX_HELD_BYTES = 4 * 1024 * 1024;

/** Holds a turn back until it is clear which source it is told by; bounded. */
export class TurnSources {
  #held: Sourced[] = [];
  #bytes = 0;
  readonly #best = new Map<Kind, Rank>();
  #decided = false;

  /** Takes one; returns what can be told now. `bytes` is about its size. */
  push(one: Sourced, bytes: number): Sourced[] {
    const known = this.#best.get(one.kind) ?? 0;
    if (this.#decided) {
      if (known === 0) this.#best.set(one.kind, one.rank);
      return this.#counts(one) ? [one] : [];
    }
    if (one.rank > known) this.#best.set(one.kind, one.rank);
    this.#held.push(one);
    this.#bytes += bytes;
    const itemsTold = one.kind !== "other" && one.rank === RANK.item;
    if (itemsTold) this.#itemsOnly();
    if (itemsTold || this.#held.length > MAX_HELD || this.#bytes > MAX_HELD_BYTES) {
      return this.#decide();
    }
    return [];
  }

  /** The turn is over: the rest. */
  end(): Sourced[] {
    const rest = this.#decide();
    this.#best.clear();
    this.#decided = false;
    return rest;
  }

  /** Whether something beside messages of the person was said in this turn. */
  get answered(): boolean {
    return [...this.#best.keys()].some((kind) => kind !== "user" && kind !== "other");
  }

  /** A turn with finished items has all its items so. */
  #itemsOnly(): void {
    for (const kind of ["user", "assistant", "reasoning", "command", "file", "tool"] as const) {
      this.#best.set(kind, RANK.item);
    }
  }

  #decide(): Sourced[] {
    this.#decided = true;
    const told = this.#held.filter((one) => this.#counts(one));
    this.#held = [];
    this.#bytes = 0;
    return told;
  }

  #counts({ kind, rank }: Sourced): boolean {
    return kind === "other" || rank === this.#best.get(kind);
  }
}

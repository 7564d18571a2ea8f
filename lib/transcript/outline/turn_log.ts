/**
 * What the turns of a conversation took: time, tokens, and how full the context was. A small record
 * for each turn of the transcript. Bounded; pure.
 */
import type { StatusEntry, TokenCounts, TokenUsage, TokenUsageEntry } from "../../router/change.ts";

/** One turn. What is not known is null. */
export interface TurnUse {
  /** The number of its last entry in the transcript. */
  readonly number: number;
  readonly ts: string;
  readonly status: string | null;
  readonly duration_ms: number | null;
  /** Tokens of this turn alone. */
  readonly used: TokenCounts | null;
  /** What the context held at its end, and how much it can hold. */
  readonly context_tokens: number | null;
  readonly context_window: number | null;
}

/** The latest turns before a number, oldest first. */
export interface TurnPage {
  readonly turns: readonly TurnUse[];
  readonly more: boolean;
  /** Of all turns that are known. */
  readonly total: { readonly turns: number; readonly duration_ms: number; readonly tokens: number };
}

export interface TurnQuery {
  readonly before?: number | undefined;
  readonly limit: number;
}

interface Turn {
  number: number;
  ts: string;
  status: string | null;
  durationMs: number | null;
  usage: TokenUsage | null;
}

const MOST_TURNS = 10_000;
const KINDS = {
  total: "total_tokens",
  input: "input_tokens",
  cached: "cached_input_tokens",
  output: "output_tokens",
  reasoning: "reasoning_output_tokens",
} as const;

export class TurnLog {
  readonly #turns = new Map<string, Turn>();
  readonly #most: number;
  /** What the thread had used before the first turn that is kept. */
  #before: TokenUsage | null = null;

  constructor(most = MOST_TURNS) {
    this.#most = most;
  }

  put(number: number, entry: StatusEntry | TokenUsageEntry): void {
    const key = turnOf(entry);
    const turn = this.#turns.get(key) ?? {
      ...{ number, ts: entry.ts, status: null, durationMs: null, usage: null },
    };
    turn.number = Math.max(turn.number, number);
    if (entry.role === "token_usage") turn.usage = entry;
    else {
      turn.ts = entry.ts;
      turn.status = entry.status;
      turn.durationMs = amount(entry.duration_ms);
    }
    this.#turns.set(key, turn);
    if (this.#turns.size > this.#most) this.#dropOldest();
  }

  page({ before = Infinity, limit }: TurnQuery): TurnPage {
    const all: TurnUse[] = [];
    let former = this.#before;
    const total = { turns: this.#turns.size, duration_ms: 0, tokens: 0 };
    for (const turn of this.#turns.values()) {
      const use = useOf(turn, former);
      former = turn.usage ?? former;
      total.duration_ms += use.duration_ms ?? 0;
      total.tokens += use.used?.total ?? 0;
      if (use.number < before) all.push(use);
    }
    return { turns: all.slice(-limit), more: all.length > limit, total };
  }

  #dropOldest(): void {
    const [key, turn] = this.#turns.entries().next().value!;
    this.#turns.delete(key);
    this.#before = turn.usage ?? this.#before;
  }
}

function useOf(turn: Turn, former: TokenUsage | null): TurnUse {
  const { number, ts, status, durationMs: duration_ms, usage } = turn;
  return {
    ...{ number, ts, status, duration_ms },
    used: usage === null ? null : difference(usage, former),
    context_tokens: amount(usage?.last_tokens),
    context_window: amount(usage?.context_window),
  };
}

/** Counts of a thread only grow; smaller ones are those of another thread, from its start. */
function difference(now: TokenUsage, before: TokenUsage | null): TokenCounts {
  const at = (usage: TokenUsage | null, kind: keyof TokenCounts) =>
    amount(usage?.[KINDS[kind]]) ?? 0;
  const base = at(before, "total") > at(now, "total") ? null : before;
  const kinds = Object.keys(KINDS) as (keyof TokenCounts)[];
  const counts = kinds.map((kind) => [kind, Math.max(0, at(now, kind) - at(base, kind))]);
  return Object.fromEntries(counts) as unknown as TokenCounts;
}

/** Ids of entries name their turn uniquely; older servers count turns from one with each start. */
function turnOf({ id, turn_id }: StatusEntry | TokenUsageEntry): string {
  return /^(.+):(?:end|usage)$/.exec(id)?.[1] ?? turn_id ?? id;
}

/** A transcript may hold anything. */
function amount(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

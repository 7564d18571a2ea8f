/**
 * A word from the agent of one thread to another's, as an `agent.message` event, with a guard against
 * two agents that answer each other for ever: each word says how many words led to it, and beyond a
 * bound, or a rate, none is taken. Pure but for the clock that is given.
 */
import { type ParsedEvent, parseEventValue, rejected, type Rejection } from "./parse_event.ts";
import { RateLimit } from "./rate_limit.ts";

/** From one thread to another. */
export interface AgentWord {
  readonly from: { readonly name: string; readonly threadId: string };
  readonly to: string;
  readonly text: string;
  readonly title?: string | undefined;
}

/** What was told to a thread of late, as far as the guard needs it. */
export interface HeardWord {
  readonly at: number;
  readonly type: string;
  readonly payload?: unknown;
}

/** A question, its answer, and a few turns more: what goes on beyond that is a loop. */
export const MAX_HOPS = 8;
const PER_MINUTE = 12;
const MAX_SENDERS = 1_024;
/** A word that is older has nothing to do with what is said now. */
const RECENT_MS = 10 * 60_000;

export class AgentWords {
  readonly #now: () => number;
  readonly #rates = new Map<string, RateLimit>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** The event of a word, or why it is not taken. `heard` is what its sender was told, newest first. */
  event(word: AgentWord, heard: Iterable<HeardWord>): ParsedEvent {
    const { from, to, text, title } = word;
    const nowMs = this.#now();
    const hop = hopsOf(heard, nowMs) + 1;
    const refused = this.#guard(from.threadId, hop);
    if (refused !== null) return refused;
    return parseEventValue({
      ...{ schema_version: 1, event_id: crypto.randomUUID(), time_unix_ms: nowMs },
      ...{ type: "agent.message", severity: "info" },
      source: { name: "agent", instance: from.threadId },
      routing: { thread_id: to },
      title: title ?? `Word from ${from.name}`,
      summary: text,
      payload: { from: { name: from.name, thread_id: from.threadId }, hop },
    }, { threadId: to, nowMs });
  }

  #guard(threadId: string, hop: number): Rejection & { retry_after_s?: number } | null {
    if (hop > MAX_HOPS) {
      const message = `${MAX_HOPS} words between agents led to this one: a person must go on`;
      return rejected("rate_limited", message);
    }
    let rate = this.#rates.get(threadId);
    if (rate === undefined) {
      if (this.#rates.size >= MAX_SENDERS) this.#rates.delete(this.#rates.keys().next().value!);
      rate = new RateLimit(PER_MINUTE / 60, PER_MINUTE, this.#now);
      this.#rates.set(threadId, rate);
    }
    const wait = rate.take();
    if (wait === null) return null;
    const message = `an agent may send ${PER_MINUTE} words per minute`;
    return { ...rejected("rate_limited", message), retry_after_s: wait };
  }
}

/** The most hops among the words that a thread has heard lately. */
function hopsOf(heard: Iterable<HeardWord>, nowMs: number): number {
  let most = 0;
  for (const { at, type, payload } of heard) {
    if (nowMs - at > RECENT_MS) break;
    if (type !== "agent.message" || typeof payload !== "object" || payload === null) continue;
    const { hop } = payload as { hop?: unknown };
    if (typeof hop === "number" && Number.isInteger(hop)) most = Math.max(most, hop);
  }
  return most;
}

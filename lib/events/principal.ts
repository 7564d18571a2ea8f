/**
 * Who stands at a door with a token: the person, a thread's own token, or a scoped one. From it comes
 * the sender of an event, and whether a thread's events may be read. Compares in constant time; knows
 * nothing of requests.
 */
import { isThreadToken, looksLikeToken, outOfScope, type ScopedTokens } from "./event_tokens.ts";
import type { DoorName, EventRecord } from "./ledger_line.ts";
import { rejected, type Rejection } from "./parse_event.ts";
import { RateLimit } from "./rate_limit.ts";
import type { ExternalEvent } from "./schema.ts";
import type { Sender } from "./service.ts";

/** Somebody with a valid credential. */
export interface Principal {
  /** The sender of what this one submits. */
  sender(door: DoorName): Sender;
  /** Whether events of a thread may be read and acknowledged. */
  mayRead(threadId: string): boolean;
  /** Whether this very event is any of their business. */
  maySee(record: EventRecord): boolean;
}

export interface PrincipalsParts {
  readonly secret: string;
  readonly tokens: ScopedTokens;
  /** The token of the UI. */
  readonly isUiToken: (candidate: string) => boolean;
  readonly now: () => number;
}

/** Tokens with a rate that were used lately. */
const MAX_RATES = 1_024;

export class Principals {
  readonly #parts: PrincipalsParts;
  readonly #rates = new Map<string, RateLimit>();

  constructor(parts: PrincipalsParts) {
    this.#parts = parts;
  }

  /** The person at the page. */
  person(): Principal {
    const credential = { provenance: "ui_token" } as const;
    return {
      sender: (door) => ({ door, credential, maxMode: "auto_turn" }),
      mayRead: () => true,
      maySee: () => true,
    };
  }

  /** The holder of a token; null if it is none of ours, expired or revoked. */
  async byToken(token: string | null): Promise<Principal | null> {
    if (token === null || token === "") return null;
    if (this.#parts.isUiToken(token)) return this.person();
    if (!looksLikeToken(token)) return null;
    const scope = await this.#parts.tokens.find(token);
    if (scope !== null) return this.#scoped(scope);
    return token.startsWith("codex_evt_tok_") ? this.#ofThread(token) : null;
  }

  /** A thread's token says nothing about which thread: each event is held against it. */
  #ofThread(token: string): Principal {
    const fits = (threadId: string) => isThreadToken(this.#parts.secret, threadId, token);
    return {
      sender: (door) => ({
        door,
        credential: { provenance: "event_token" },
        maxMode: "auto_turn",
        refuses: ({ routing }) =>
          fits(routing.thread_id) ? null : unauthorized("this is not the token of that thread"),
      }),
      mayRead: fits,
      maySee: ({ event }) => fits(event.routing.thread_id),
    };
  }

  #scoped(scope: NonNullable<Awaited<ReturnType<ScopedTokens["find"]>>>): Principal {
    const { name, origin, max_mode, threads } = scope;
    return {
      sender: (door) => ({
        door,
        credential: { provenance: "scoped_token", token: name, origin },
        maxMode: max_mode,
        refuses: (event) => this.#refusal(scope, event),
      }),
      mayRead: (threadId) => threads.length === 0 || threads.includes(threadId),
      maySee: ({ event }) => outOfScope(scope, event) === null,
    };
  }

  #refusal(
    scope: Parameters<typeof outOfScope>[0],
    event: ExternalEvent,
  ): Rejection & { retry_after_s?: number } | null {
    const reason = outOfScope(scope, event);
    if (reason !== null) return unauthorized(reason);
    const wait = this.#rateOf(scope.id, scope.rate_per_minute)?.take() ?? null;
    if (wait === null) return null;
    const message = `the token allows ${scope.rate_per_minute} events per minute`;
    return { ...rejected("rate_limited", message), retry_after_s: wait };
  }

  #rateOf(id: string, perMinute: number | null): RateLimit | null {
    if (perMinute === null) return null;
    let rate = this.#rates.get(id);
    if (rate === undefined) {
      if (this.#rates.size >= MAX_RATES) this.#rates.delete(this.#rates.keys().next().value!);
      rate = new RateLimit(perMinute / 60, perMinute, this.#parts.now);
      this.#rates.set(id, rate);
    }
    return rate;
  }
}

function unauthorized(reason: string): Rejection {
  return rejected("unauthorized", reason);
}

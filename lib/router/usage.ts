/** Numbers: tokens of a thread, and what the account may still use. */
import { isObject, type JsonObject, numberAt, objectAt, stringAt } from "../protocol/message.ts";
import { idAt, oneLine } from "./bounds.ts";
import type { Change, RateLimits, RateLimitWindow, TokenCounts } from "./change.ts";
import { begin, type Handler, iso } from "./handler.ts";
import type { RouterState } from "./state.ts";

/** After each step of the model: shown at once, kept when the turn ends. */
export const onTokenUsage: Handler = (thread, params, ms) => {
  const wire = objectAt(params, "tokenUsage");
  if (numberAt(objectAt(wire, "total"), "totalTokens") === null) return [];
  const turnId = idAt(params, "turnId") ?? thread.turnId ?? "";
  const all = counts(objectAt(wire, "total"));
  const last = counts(objectAt(wire, "last"));
  const usage = {
    total_tokens: all.total,
    input_tokens: all.input,
    cached_input_tokens: all.cached,
    output_tokens: all.output,
    reasoning_output_tokens: all.reasoning,
    last_tokens: last.total,
    last,
    context_window: numberAt(wire, "modelContextWindow"),
  };
  const began = begin(thread, turnId, "usage", ms);
  const entry = { ...began, role: "token_usage", turn_id: turnId, ...usage } as const;
  if (thread.turnId === null) return [{ type: "token_count", usage, entry }];
  thread.usage = entry;
  return [{ type: "token_count", usage }];
};

function counts(wire: JsonObject): TokenCounts {
  const at = (key: string) => numberAt(wire, key) ?? 0;
  return {
    total: at("totalTokens"),
    input: at("inputTokens"),
    cached: at("cachedInputTokens"),
    output: at("outputTokens"),
    reasoning: at("reasoningOutputTokens"),
  };
}

/** Sparse updates: what one leaves out is still true. Told only when something is known and new. */
export function onRateLimits(state: RouterState, params: JsonObject): Change[] {
  const wire = objectAt(params, "rateLimits");
  const before = state.rateLimits;
  const credits = objectAt(wire, "credits");
  const limits: RateLimits = {
    primary: windowOf(wire.primary) ?? before?.primary ?? null,
    secondary: windowOf(wire.secondary) ?? before?.secondary ?? null,
    plan: word(wire, "planType") ?? before?.plan ?? null,
    credits: (credits.unlimited === true ? "unlimited" : word(credits, "balance")) ??
      before?.credits ?? null,
    // A limit that was reached is over when an update with new numbers does not mention it.
    reached: word(wire, "rateLimitReachedType") ??
      (isObject(wire.primary) ? null : before?.reached ?? null),
  };
  if (Object.values(limits).every((value) => value === null)) return [];
  if (before !== null && JSON.stringify(before) === JSON.stringify(limits)) return [];
  state.rateLimits = limits;
  return [{ type: "rate_limits", limits }];
}

function windowOf(value: unknown): RateLimitWindow | null {
  if (!isObject(value)) return null;
  const used_percent = numberAt(value, "usedPercent");
  if (used_percent === null) return null;
  const resets = numberAt(value, "resetsAt");
  return {
    used_percent,
    window_minutes: numberAt(value, "windowDurationMins"),
    resets_at: resets === null ? null : iso(resets * 1_000),
  };
}

function word(value: JsonObject, key: string): string | null {
  const text = stringAt(value, key);
  return text === null ? null : oneLine(text, 100);
}

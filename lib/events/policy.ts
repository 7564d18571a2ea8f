/**
 * What becomes of an event: which mode, why, and what instead if that cannot be done. Rules of the
 * configuration first, then the gates that no rule can open: steering and turns of their own are
 * opt-in, a turn needs an authenticated source that the person has named. Pure: no I/O, no clock.
 */
import type { EventRule } from "../config/event_settings.ts";
import { matchesGlob } from "./glob.ts";
import { atMost, type DeliveryMode, severityRank } from "./modes.ts";
import type { ExternalEvent } from "./schema.ts";
import type { Trust } from "./trust.ts";

/** The settings that a decision depends on. */
export interface PolicySettings {
  readonly default_delivery: DeliveryMode;
  readonly prefer_steer: boolean;
  readonly rules: readonly EventRule[];
  readonly auto_turn_sources: readonly string[];
  readonly max_auto_turns_per_hour: number;
}

/** What the thread is doing, as far as a decision needs it. */
export interface ThreadSituation {
  /** The app-server has it; else events wait for its resume. */
  readonly loaded: boolean;
  readonly turnId: string | null;
  readonly canSteer: boolean;
  readonly canInject: boolean;
}

export interface PolicyInput {
  readonly event: Pick<ExternalEvent, "type" | "severity" | "source" | "routing">;
  readonly trust: Trust;
  /** The most that the sender's token allows. */
  readonly maxMode: DeliveryMode;
  readonly thread: ThreadSituation;
  readonly autoTurnsLastHour: number;
  readonly settings: PolicySettings;
}

export interface Decision {
  readonly mode: DeliveryMode;
  /** What happens instead if the app-server refuses a steer. */
  readonly fallback: DeliveryMode;
  /** The number of the rule that matched, from 0; null for the defaults. */
  readonly rule: number | null;
  /** In words, for the receipt and the preview. */
  readonly reasons: readonly string[];
  readonly coalesce: boolean;
  readonly debounceMs: number;
  /** Turns that events may start per hour. */
  readonly maxAutoTurns: number;
}

const QUEUE: DeliveryMode = "queue_for_next_turn";

/** Decides for one event. */
export function decide(input: PolicyInput): Decision {
  const { settings, event } = input;
  const at = settings.rules.findIndex((rule) => matches(rule, event));
  const rule = settings.rules[at] ?? null;
  const wanted = rule?.delivery ?? settings.default_delivery;
  const reasons = [rule === null ? "default policy" : `rule ${at + 1} (${rule.match_type})`];
  const plain = settle(wanted, input, rule, reasons);
  const preferred = rule?.prefer_steer ?? (rule?.delivery === undefined && settings.prefer_steer);
  const mode = preferred && plain !== "auto_turn" && steerable(input) === null ? "steer" : plain;
  const allowed = atMost(mode, input.maxMode);
  if (allowed !== mode) reasons.push(`the token allows ${input.maxMode} at most`);
  return {
    mode: allowed,
    fallback: plain === "steer" || plain === "auto_turn" ? atMost(QUEUE, input.maxMode) : plain,
    rule: rule === null ? null : at,
    reasons,
    coalesce: rule?.coalesce ?? true,
    debounceMs: rule?.debounce ?? 0,
    maxAutoTurns: cap(rule, settings),
  };
}

/** The wanted mode if its gates are open, else the nearest that is, with the reason. */
function settle(
  wanted: DeliveryMode,
  input: PolicyInput,
  rule: EventRule | null,
  reasons: string[],
): DeliveryMode {
  const obstacle = wanted === "steer"
    ? steerable(input)
    : wanted === "auto_turn"
    ? startable(input, rule)
    : wanted === "append_to_thread" && input.thread.loaded && !input.thread.canInject
    ? "the app-server cannot append to a thread"
    : null;
  if (obstacle === null) return wanted;
  reasons.push(`${wanted} is not possible: ${obstacle}`);
  return QUEUE;
}

/** Null if the running turn may be steered. */
function steerable({ thread, trust }: PolicyInput): string | null {
  if (trust.origin !== "local" && !trust.authenticated) return "the sender is not authenticated";
  if (!thread.loaded) return "the thread is not loaded";
  if (thread.turnId === null) return "no turn is running";
  return thread.canSteer ? null : "the running turn cannot be steered";
}

/** Null if a turn may be started for it. */
function startable(input: PolicyInput, rule: EventRule | null): string | null {
  const { trust, thread, event, settings } = input;
  if (!trust.authenticated) return "the sender is not authenticated";
  if (!allowListed(event.source.name, rule, settings)) {
    return `the source "${event.source.name}" is not on the allow-list`;
  }
  if (!thread.loaded) return "the thread is not loaded";
  const most = cap(rule, settings);
  return input.autoTurnsLastHour < most ? null : `${most} turns were started in the last hour`;
}

function cap(rule: EventRule | null, settings: PolicySettings): number {
  return rule?.max_auto_turns_per_hour ?? settings.max_auto_turns_per_hour;
}

/** By name: a rule without sources, or one for all of them, names nobody. */
function allowListed(name: string, rule: EventRule | null, settings: PolicySettings): boolean {
  return [...settings.auto_turn_sources, ...(rule?.sources ?? [])]
    .some((pattern) => /[^*?]/.test(pattern) && matchesGlob(pattern, name));
}

function matches(rule: EventRule, event: PolicyInput["event"]): boolean {
  return matchesGlob(rule.match_type, event.type) &&
    (rule.min_severity === undefined ||
      severityRank(event.severity) >= severityRank(rule.min_severity)) &&
    (rule.sources === undefined ||
      rule.sources.some((pattern) => matchesGlob(pattern, event.source.name)));
}

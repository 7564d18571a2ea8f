/**
 * The settings of external events: what a rule may say, and the words for severities and delivery
 * modes. Knows nothing of how events are delivered; the defaults are the safe ones of the design.
 */
import { z } from "zod";
import { settingMeta } from "./setting_meta.ts";

/** From the least to the most urgent. */
export const SEVERITIES = ["debug", "info", "warning", "error", "critical"] as const;
export type Severity = typeof SEVERITIES[number];

/** From the one that reaches the least to the one that reaches the most. */
export const DELIVERY_MODES = [
  "notify_only",
  "append_to_thread",
  "queue_for_next_turn",
  "steer",
  "auto_turn",
] as const;
export type DeliveryMode = typeof DELIVERY_MODES[number];

const MS_PER = { ms: 1, s: 1_000, m: 60_000 } as const;
const LONGEST_DEBOUNCE_MS = 600_000;

/** Milliseconds, or text such as "500ms", "2s", "1m". */
const duration = z.union([
  z.number().min(0).max(LONGEST_DEBOUNCE_MS),
  z.string().regex(/^\d+(\.\d+)?(ms|s|m)$/).transform((text) => {
    const unit = text.endsWith("ms") ? "ms" : text.endsWith("s") ? "s" : "m";
    return Math.min(parseFloat(text) * MS_PER[unit], LONGEST_DEBOUNCE_MS);
  }),
]);

/** One rule; the first that matches an event decides. What it leaves out follows the settings. */
export const eventRule = z.strictObject({
  match_type: z.string().min(1).max(200).describe('Glob over the type, such as "build.*"'),
  min_severity: z.enum(SEVERITIES).optional(),
  sources: z.array(z.string().min(1)).optional().describe("Names of sources; globs"),
  delivery: z.enum(DELIVERY_MODES).optional(),
  prefer_steer: z.boolean().optional(),
  coalesce: z.boolean().optional().describe("One delivery for all that wait, not one each"),
  debounce: duration.optional().describe("Wait until it is quiet for this long"),
  max_auto_turns_per_hour: z.number().int().min(0).max(1_000).optional(),
});
export type EventRule = z.infer<typeof eventRule>;

const ONE_OF = (words: readonly string[]) => `one of ${words.join(", ")}`;

/** The group `events` of the configuration. */
export const eventSettings = z.object({
  enabled: z.boolean().register(settingMeta, {
    kind: "boolean",
    description: "Take events from outside",
    expected: "true or false",
    fallback: () => true,
    env: "PILOTHOUSE_EVENTS",
  }),
  default_delivery: z.enum(DELIVERY_MODES).register(settingMeta, {
    kind: "text",
    description: "What becomes of an event that no rule matches",
    expected: ONE_OF(DELIVERY_MODES),
    fallback: () => "queue_for_next_turn",
    env: "PILOTHOUSE_EVENTS_DEFAULT_DELIVERY",
  }),
  prefer_steer: z.boolean().register(settingMeta, {
    kind: "boolean",
    description: "Tell a running turn at once where no rule says otherwise",
    expected: "true or false",
    fallback: () => false,
    env: "PILOTHOUSE_EVENTS_PREFER_STEER",
  }),
  rules: z.array(eventRule).max(200).register(settingMeta, {
    kind: "json",
    description: "Rules, the first that matches decides",
    expected: 'a list of rules such as [{"match_type": "build.*", "delivery": "steer"}]',
    fallback: () => [],
    env: "PILOTHOUSE_EVENTS_RULES",
  }),
  auto_turn_sources: z.array(z.string().min(1)).register(settingMeta, {
    kind: "json",
    description: "Sources that may start a turn where a rule says auto_turn",
    expected: 'a list of names such as ["buildkite"]',
    fallback: () => [],
    env: "PILOTHOUSE_EVENTS_AUTO_TURN_SOURCES",
  }),
  max_auto_turns_per_hour: z.number().int().min(0).max(1_000).register(settingMeta, {
    kind: "number",
    description: "Turns that events may start per thread and hour",
    expected: "a whole number from 0 to 1000",
    fallback: () => 6,
    env: "PILOTHOUSE_EVENTS_MAX_AUTO_TURNS_PER_HOUR",
  }),
  duplicates: z.enum(["strict", "lenient"]).register(settingMeta, {
    kind: "text",
    description: "A repeat of the same event: strict refuses it, lenient gives the first receipt",
    expected: "strict or lenient",
    fallback: () => "strict",
    env: "PILOTHOUSE_EVENTS_DUPLICATES",
  }),
  carrier: z.enum(["additional_context", "envelope"]).register(settingMeta, {
    kind: "text",
    description: "How a turn carries events: codex's untrusted context, or our envelope",
    expected: "additional_context or envelope",
    fallback: () => "additional_context",
    env: "PILOTHOUSE_EVENTS_CARRIER",
  }),
  max_per_group: z.number().int().min(1).max(100).register(settingMeta, {
    kind: "number",
    description: "Events of one kind that the model is told of in one turn",
    expected: "a whole number from 1 to 100",
    fallback: () => 3,
    env: "PILOTHOUSE_EVENTS_MAX_PER_GROUP",
  }),
  budget_characters: z.number().int().min(700).max(3_900).register(settingMeta, {
    kind: "number",
    description: "Characters of all that the model is told of events in one turn",
    expected: "a whole number from 700 to 3900",
    fallback: () => 3_800,
    env: "PILOTHOUSE_EVENTS_BUDGET_CHARACTERS",
  }),
  max_per_second: z.number().int().min(1).max(1_000_000).register(settingMeta, {
    kind: "number",
    description: "Events per thread and second; more are told to come later",
    expected: "a whole number from 1 to 1000000",
    fallback: () => 20_000,
    env: "PILOTHOUSE_EVENTS_MAX_PER_SECOND",
  }),
  expire_after_hours: z.number().min(0.001).max(8_760).register(settingMeta, {
    kind: "number",
    description: "Hours after which an event that no turn has taken is too old to tell",
    expected: "a number of hours up to 8760",
    fallback: () => 168,
    env: "PILOTHOUSE_EVENTS_EXPIRE_AFTER_HOURS",
  }),
});
export type EventSettings = z.infer<typeof eventSettings>;

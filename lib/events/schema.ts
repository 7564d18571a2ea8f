/**
 * Version 1 of the event envelope, defined once: every door checks with it, and JSON Schema, OpenAPI
 * and the CLI's help are made from it. Expects values that `cleanJson` has been over. What the
 * producer says about trust is not even read: trust is computed here, from the door.
 */
import { z } from "zod";
import {
  MAX_ACTIONS,
  MAX_ARTIFACTS,
  MAX_ID_CHARACTERS,
  MAX_LABEL_CHARACTERS,
  MAX_LABELS,
  MAX_SUMMARY_CHARACTERS,
  MAX_TIME_MS,
  MAX_TITLE_CHARACTERS,
  MAX_URL_CHARACTERS,
} from "./limits.ts";
import { SEVERITIES } from "./modes.ts";
import { clip, plainLine } from "./plain_text.ts";

/** A name or an id: one line, refused if it is empty or too long. */
const identifier = () =>
  z.string().transform(plainLine).pipe(z.string().min(1).max(MAX_ID_CHARACTERS));

/** One line for people: cut, not refused. */
const line = (max: number) => z.string().transform((text) => clip(plainLine(text), max));

/** A thread's id is also the name of a folder. */
export const THREAD_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;
export const threadId = z.string().regex(THREAD_ID, "is not a thread's id");

/** Addresses that a browser may open; nothing that runs as a script. */
const webAddress = z.string().max(MAX_URL_CHARACTERS)
  .refine((url) => /^https?:\/\/[^\s<>"]+$/i.test(url), "is not an http(s) address");

export const eventSource = z.object({
  name: identifier().describe("Who says it; with event_id the event's identity"),
  instance: identifier().optional().describe("Which one of them, such as org/repo"),
  run_id: identifier().optional().describe("The run that it is about"),
  url: webAddress.optional().describe("Where a person can look, http(s)"),
  labels: z.record(
    z.string(),
    z.union([z.string(), z.number(), z.boolean()])
      .transform((value) => clip(plainLine(String(value)), MAX_LABEL_CHARACTERS)),
  ).refine((labels) => Object.keys(labels).length <= MAX_LABELS, `has over ${MAX_LABELS} labels`)
    .optional().describe("More about the source"),
});

export const eventRouting = z.object({
  thread_id: threadId.describe("The thread that it is for; a per-thread door fills it in"),
  turn_id: identifier().optional().describe("The turn that it is about"),
  correlation_id: identifier().optional().describe("Ties events together"),
});

const artifact = z.object({
  kind: line(MAX_LABEL_CHARACTERS),
  title: line(MAX_TITLE_CHARACTERS).optional(),
  ref: z.discriminatedUnion("type", [
    z.object({ type: z.literal("url"), url: webAddress }),
    z.object({ type: z.literal("path"), path: line(MAX_URL_CHARACTERS) }),
  ]),
});

const suggestedAction = z.object({
  action_id: identifier(),
  title: line(MAX_TITLE_CHARACTERS),
  kind: z.string().regex(/^[a-z][a-z0-9_]{0,63}$/),
  args: z.record(z.string(), z.unknown()).default({}),
}).refine(
  ({ kind, args }) => kind !== "open_url" || webAddress.safeParse(args["url"]).success,
  "an open_url needs args.url with an http(s) address",
);

/** The envelope, version 1. */
export const externalEvent = z.object({
  schema_version: z.literal(1),
  event_id: identifier().describe("Unique for its source: a repeat is told, not delivered twice"),
  time_unix_ms: z.number().int().min(0).max(MAX_TIME_MS)
    .describe("When it happened, in milliseconds since 1970"),
  type: z.string().max(MAX_ID_CHARACTERS).regex(/^[A-Za-z0-9_][A-Za-z0-9_.:/-]*$/)
    .describe("Stable, dot-separated, such as build.failed"),
  severity: z.enum(SEVERITIES).describe("How bad it is"),
  source: eventSource,
  routing: eventRouting,
  title: line(MAX_TITLE_CHARACTERS).pipe(z.string().min(1))
    .describe(`One line for people; cut after ${MAX_TITLE_CHARACTERS} characters`),
  summary: z.string().transform((text) => clip(text.trim(), MAX_SUMMARY_CHARACTERS))
    .describe(`What happened; cut after ${MAX_SUMMARY_CHARACTERS} characters`),
  payload: z.unknown().optional().describe("Any JSON that the producer likes"),
  artifacts: z.array(artifact).max(MAX_ARTIFACTS).optional()
    .describe("Logs and the like: addresses or paths, not the content"),
  suggested_actions: z.array(suggestedAction).max(MAX_ACTIONS).optional()
    .describe("Buttons that a person may click"),
});

/** An event as it is kept: checked, cleaned, complete. */
export type ExternalEvent = z.infer<typeof externalEvent>;

/** The JSON Schema of what a producer writes. */
export function eventJsonSchema(): Record<string, unknown> {
  return z.toJSONSchema(externalEvent, { io: "input" });
}

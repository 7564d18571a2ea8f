/**
 * The exit codes of `pilothouse events`, one per kind of answer, so that a script need not read text.
 * docs/events.md lists them; `events run` gives the code of the command that it wraps instead.
 */
import { EXIT } from "../command.ts";

export const EVENTS_EXIT = {
  ...EXIT,
  refused: 3,
  notFound: 4,
  duplicate: 5,
  rateLimited: 6,
  notReached: 7,
  noServer: 8,
} as const;

/** What each code means, for help. */
export const EXIT_MEANINGS: readonly (readonly [code: number, meaning: string])[] = [
  [EVENTS_EXIT.ok, "done"],
  [EVENTS_EXIT.failed, "it failed: disk, network, an answer that makes no sense"],
  [EVENTS_EXIT.usage, "the flags or the event are wrong"],
  [EVENTS_EXIT.refused, "the token does not allow it"],
  [EVENTS_EXIT.notFound, "no such thread, event or token"],
  [EVENTS_EXIT.duplicate, "it was sent before"],
  [EVENTS_EXIT.rateLimited, "too many: try again later"],
  [EVENTS_EXIT.notReached, "the awaited state did not come in time"],
  [EVENTS_EXIT.noServer, "the server is needed and does not run"],
];

/** Codes of the doors' answers; what is not here is a failure. */
const BY_CODE: Readonly<Record<string, number>> = {
  invalid_event: EVENTS_EXIT.usage,
  invalid_query: EVENTS_EXIT.usage,
  invalid_body: EVENTS_EXIT.usage,
  too_large: EVENTS_EXIT.usage,
  unauthorized: EVENTS_EXIT.refused,
  unknown_thread: EVENTS_EXIT.notFound,
  unknown_event: EVENTS_EXIT.notFound,
  duplicate_event: EVENTS_EXIT.duplicate,
  rate_limited: EVENTS_EXIT.rateLimited,
  usage: EVENTS_EXIT.usage,
  no_server: EVENTS_EXIT.noServer,
};

/** The exit code for the code of an answer. */
export function exitFor(code: string): number {
  return BY_CODE[code] ?? EVENTS_EXIT.failed;
}

/**
 * The query of `/ws/appserver`: `conversation` (without it, all of them, with the few events that
 * a list needs), `since` (the last number seen), `tab` (a name for this reader), `mode=raw`.
 */

/** What a reader asked for. */
export interface StreamQuery {
  readonly raw: boolean;
  readonly conversation: string | null;
  readonly tab: string | null;
  readonly since: number | null;
}

const MAX_TAB = 128;

/** Reads it; a number that is none can only be a gap. */
export function queryOf(search: URLSearchParams): StreamQuery {
  const since = search.get("since");
  const number = since === null || since === "" ? null : Number(since);
  return {
    raw: search.get("mode") === "raw",
    conversation: search.get("conversation") || null,
    tab: search.get("tab")?.slice(0, MAX_TAB) || null,
    since: number === null || Number.isSafeInteger(number) ? number : -1,
  };
}

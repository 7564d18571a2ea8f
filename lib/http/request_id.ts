/**
 * The name of a request: the caller's own where it gives a usable one, else a new one. It comes back
 * in the answer, stands in the log, and goes with what the request leaves behind: a message's row
 * has it as its id, an event's receipt and row carry it.
 */
export const REQUEST_ID_HEADER = "x-request-id";

const USABLE = /^[\w.:-]{8,64}$/;

export function requestId(headers: Headers): string {
  const given = headers.get(REQUEST_ID_HEADER);
  return given !== null && USABLE.test(given) ? given : crypto.randomUUID();
}

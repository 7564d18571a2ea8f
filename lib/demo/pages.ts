/**
 * Cuts lists into pages with opaque cursors, as the list methods of the app-server do.
 * Knows nothing of what is listed.
 */
import type { Fields } from "./wire.ts";

/** A page in the app-server's spelling. */
export interface Page<T> {
  readonly data: T[];
  readonly nextCursor: string | null;
  readonly backwardsCursor: string | null;
}

/** The page that `limit` and `cursor` of the params ask for. */
export function pageOf<T>(all: readonly T[], params: Fields): Page<T> {
  const start = Number.parseInt(String(params.cursor ?? "0"), 10) || 0;
  const limit = typeof params.limit === "number" && params.limit > 0 ? params.limit : all.length;
  const data = all.slice(start, start + limit);
  const end = start + data.length;
  return {
    data,
    nextCursor: end < all.length ? String(end) : null,
    backwardsCursor: data.length > 0 ? String(start) : null,
  };
}

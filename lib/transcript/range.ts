/** Which entries a query means. Entries are numbered from 1. Pure. */
import type { Entry } from "../router/change.ts";
import type { LineRecord } from "./line_index.ts";

/** Without `before` and `after`, the last entries. Both are exclusive. */
export interface RangeQuery {
  readonly before?: number | undefined;
  readonly after?: number | undefined;
  readonly limit?: number | undefined;
}

/**
 * Entries `first` to `last` of `total`, oldest first. None: `last` is `first - 1`, so that a
 * reader can always go on with `before=first` or `after=last`.
 */
export interface Range {
  readonly entries: Entry[];
  readonly first: number;
  readonly last: number;
  readonly total: number;
}

export interface Bounds {
  readonly first: number;
  readonly last: number;
}

export const DEFAULT_LIMIT = 200;
export const MAX_LIMIT = 1_000;
/** A page of large command outputs is cut to this; at least one entry is always given. */
export const MAX_RANGE_BYTES = 8 * 1024 * 1024;

/** The numbers that a query asks for. */
export function boundsOf(
  { before, after, limit = DEFAULT_LIMIT }: RangeQuery,
  total: number,
): Bounds {
  const low = Math.min(Math.max(0, after ?? 0), total) + 1;
  const high = Math.min(Math.max(1, before ?? total + 1), total + 1) - 1;
  if (high < low) return { first: low, last: low - 1 };
  const count = Math.min(Math.max(1, limit), MAX_LIMIT, high - low + 1);
  return after === undefined
    ? { first: high - count + 1, last: high }
    : { first: low, last: low + count - 1 };
}

/** The same with fewer entries, where all of them would be too many bytes. */
export function withinBytes(
  { after }: RangeQuery,
  { first, last }: Bounds,
  records: readonly LineRecord[],
): Bounds {
  const inOrder = after === undefined ? records.toReversed() : records;
  let bytes = 0;
  const over = inOrder.findIndex(({ length }, at) => (bytes += length) > MAX_RANGE_BYTES && at > 0);
  if (over === -1) return { first, last };
  return after === undefined ? { first: last - over + 1, last } : { first, last: first + over - 1 };
}

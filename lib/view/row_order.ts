/**
 * The order of rows: by their place, which says where they began. A total order that does not
 * depend on when something was heard of, so that stream and transcript show the same. Pure.
 */

/** What the order looks at. */
export interface Placed {
  readonly id: string;
  readonly ts: string;
  readonly place?: number;
}

const PER_MS = 1_000;

/** Where a row stands; one without a place stands at its time. */
export function placeOf(row: Placed): number {
  if (row.place !== undefined) return row.place;
  const ms = Date.parse(row.ts);
  return Number.isNaN(ms) ? 0 : ms * PER_MS;
}

/** The same entries; one that has neither place nor time stands behind the one before it. */
export function withPlaces<T extends Placed>(entries: readonly T[]): readonly T[] {
  if (!entries.some(isLost)) return entries;
  let last = 0;
  return entries.map((entry) => {
    const placed = isLost(entry) ? { ...entry, place: last + 0.5 } : entry;
    last = placeOf(placed);
    return placed;
  });
}

function isLost(row: Placed): boolean {
  return row.place === undefined && Number.isNaN(Date.parse(row.ts));
}

/** Whether `a` stands before `b`. */
function before(a: Placed, b: Placed): boolean {
  const [left, right] = [placeOf(a), placeOf(b)];
  return left < right || (left === right && a.id < b.id);
}

/**
 * Where `row` belongs in the order. Looks at the end first, where nearly all rows go; else halves.
 */
export function positionOf(
  order: readonly string[],
  rows: ReadonlyMap<string, Placed>,
  row: Placed,
): number {
  const last = order.at(-1);
  if (last === undefined || before(rows.get(last)!, row)) return order.length;
  let low = 0;
  let high = order.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (before(rows.get(order[middle]!)!, row)) low = middle + 1;
    else high = middle;
  }
  return low;
}

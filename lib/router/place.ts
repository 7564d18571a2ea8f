/**
 * Places: numbers that say in which order rows stand. A row stands where it began, but its entry
 * is written when it ends; both the live stream and the transcript's replay sort by this number,
 * so both show one order. It is our own time in microseconds, made strictly growing: places of one
 * run never tie, and those of the next run come behind them.
 */

/** The source of places. `ms` is the time of the message that is being routed. */
export interface PlaceClock {
  ms: number;
  last: number;
}

const PER_MS = 1_000;

/** The next place: behind all former ones, and not before the present time. */
export function nextPlace(clock: PlaceClock): number {
  // An entry without a place stands at the first microsecond of its `ts`; ours come after it.
  const now = Math.floor(clock.ms) * PER_MS + 1;
  clock.last = Number.isSafeInteger(now) && now > clock.last ? now : clock.last + 1;
  return clock.last;
}

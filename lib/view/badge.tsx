/** A number that asks to be looked at, with its meaning for those who cannot see it. */
import { plural } from "./words.ts";

const MOST_SHOWN = 99;

/** `of` is what is counted, one of it: `unread event`. */
export function Badge({ count, of }: { count: number; of: string }) {
  const said = plural(count, of);
  return (
    <span class="badge" title={said}>
      <span aria-hidden="true">{count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}</span>
      <span class="sr-only">{said}</span>
    </span>
  );
}

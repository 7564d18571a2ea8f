/**
 * The latest events, bounded in number and in size. Numbers are consecutive, so that the place of
 * an event follows from its number. Knows nothing of readers.
 */

/** An encoded event and whom it concerns. */
export interface Kept {
  readonly conversation: string | null;
  /** The one tab that it is for; null for all. */
  readonly tab: string | null;
  readonly listed: boolean;
  /** What it is about, where a later event about that makes this one needless. */
  readonly until: string | null;
  /** What it tells all of: events before that are only good until then are not needed any more. */
  readonly settles: string | null;
  readonly text: string;
}

/** Stands in the place of a dropped event until the next move. */
const GONE: Kept = {
  ...{ conversation: null, tab: null, listed: false, text: "" },
  ...{ until: null, settles: null },
};

export class Ring {
  readonly #maxEvents: number;
  readonly #maxCharacters: number;
  #slots: Kept[] = [];
  #first = 0;
  #characters = 0;

  constructor(maxEvents: number, maxCharacters: number) {
    this.#maxEvents = maxEvents;
    this.#maxCharacters = maxCharacters;
  }

  get length(): number {
    return this.#slots.length - this.#first;
  }

  get characters(): number {
    return this.#characters;
  }

  /** Adds the next event and lets go of the oldest ones where there are too many. */
  push(kept: Kept): void {
    this.#slots.push(kept);
    this.#characters += kept.text.length;
    while (
      this.length > this.#maxEvents || (this.#characters > this.#maxCharacters && this.length > 1)
    ) {
      this.#characters -= this.#slots[this.#first]!.text.length;
      this.#slots[this.#first++] = GONE;
    }
    // Dropped slots are let go in one move now and then, so that a push stays O(1).
    if (this.#first > this.#maxEvents) {
      this.#slots = this.#slots.slice(this.#first);
      this.#first = 0;
    }
  }

  /** The event that came `back` events before the latest; null if it is not there any more. */
  at(back: number): Kept | null {
    return back < this.length ? this.#slots[this.#slots.length - 1 - back] ?? null : null;
  }
}

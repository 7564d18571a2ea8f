/**
 * Where each entry of a transcript lies, as far as the index file does not say yet. Gives entries
 * their numbers: 1, 2, 3 … in the order of their first line; a line whose id was among the latest
 * entries replaces that entry in its place. Bounded in memory, no I/O.
 */
import { NO_FINGERPRINT } from "./entry_line.ts";

/** One line of the file: its place without the newline, and its id's fingerprint. */
export interface LineRecord {
  readonly offset: number;
  readonly length: number;
  readonly fingerprint: number;
}

/** What is to be written to the index file: records behind its end, and ones that replace. */
export interface IndexSnapshot {
  /** How many entries the file has already. */
  readonly from: number;
  readonly records: readonly LineRecord[];
  readonly patches: ReadonlyMap<number, LineRecord>;
}

/**
 * How many entries back a repeated id is recognised. It is part of the format: live and after a
 * restart the same lines must get the same numbers.
 */
export const HORIZON = 4_096;

export class LineIndex {
  /** Number by fingerprint, of the latest entries, oldest first. */
  readonly #recent = new Map<number, number>();
  #unsaved: LineRecord[] = [];
  #patches = new Map<number, LineRecord>();
  #saved: number;

  /** Goes on behind `saved` entries, of which the last ones have these fingerprints. */
  constructor(saved = 0, latest: readonly number[] = []) {
    this.#saved = saved;
    latest.forEach((fingerprint, at) =>
      this.#remember(fingerprint, saved - latest.length + at + 1)
    );
  }

  /** How many entries there are. */
  get total(): number {
    return this.#saved + this.#unsaved.length;
  }

  get unsavedCount(): number {
    return this.#unsaved.length;
  }

  /** How many of them are in the index file. */
  get saved(): number {
    return this.#saved;
  }

  /** Takes the next line and returns the number of its entry. */
  put(record: LineRecord): number {
    const known = this.#recent.get(record.fingerprint);
    if (known === undefined) {
      this.#unsaved.push(record);
      this.#remember(record.fingerprint, this.total);
      return this.total;
    }
    if (known > this.#saved) this.#unsaved[known - this.#saved - 1] = record;
    else this.#patches.set(known, record);
    return known;
  }

  /** The record of an entry, if the index file does not have the current one. */
  get(number: number): LineRecord | undefined {
    return number > this.#saved
      ? this.#unsaved[number - this.#saved - 1]
      : this.#patches.get(number);
  }

  /** What the index file lacks now. */
  snapshot(): IndexSnapshot {
    return { from: this.#saved, records: [...this.#unsaved], patches: new Map(this.#patches) };
  }

  /** The index file has that snapshot; what came while it was written is still to be saved. */
  confirm({ records, patches }: IndexSnapshot): void {
    for (const [number, record] of patches) {
      if (this.#patches.get(number) === record) this.#patches.delete(number);
    }
    records.forEach((record, at) => {
      const now = this.#unsaved[at]!;
      if (now !== record) this.#patches.set(this.#saved + at + 1, now);
    });
    this.#saved += records.length;
    this.#unsaved = this.#unsaved.slice(records.length);
  }

  #remember(fingerprint: number, number: number): void {
    // The slot is taken even without an id, so that the horizon counts entries, not ids.
    this.#recent.set(fingerprint === NO_FINGERPRINT ? -number : fingerprint, number);
    if (this.#recent.size > HORIZON) this.#recent.delete(this.#recent.keys().next().value!);
  }
}

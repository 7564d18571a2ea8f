/**
 * The rows of a conversation in chunks of a few, so that only the chunks near the screen need to be
 * drawn. A row stays in its chunk and a chunk keeps its key, whatever comes before or behind. Pure.
 */

/** Some rows that follow each other. The same object means: the same rows. */
export interface RowChunk {
  readonly key: number;
  readonly ids: readonly string[];
}

const ROWS_PER_CHUNK = 12;

export class RowChunks {
  #chunks: readonly RowChunk[] = [];
  #homes = new Map<string, number>();
  #next = 0;

  get chunks(): readonly RowChunk[] {
    return this.#chunks;
  }

  /** The chunks for an order; those with the same rows as before are the same objects. */
  update(order: readonly string[]): readonly RowChunk[] {
    const made = this.#cut(order);
    const known = new Map(this.#chunks.map((chunk) => [chunk.key, chunk]));
    this.#homes = new Map(made.flatMap(({ key, ids }) => ids.map((id) => [id, key])));
    this.#chunks = made.map((chunk) => {
      const before = known.get(chunk.key);
      return before !== undefined && sameIds(before.ids, chunk.ids) ? before : chunk;
    });
    return this.#chunks;
  }

  #cut(order: readonly string[]): RowChunk[] {
    const made: { key: number; ids: string[] }[] = [];
    const used = new Set<number>();
    for (const id of order) {
      const last = made.at(-1);
      const home = this.#homes.get(id);
      if (last !== undefined && (home === last.key || (home === undefined && hasRoom(last.ids)))) {
        last.ids.push(id);
        continue;
      }
      // A row that moved away from its chunk, or for which there is no room, starts another one.
      const key = home === undefined || used.has(home) ? this.#next++ : home;
      used.add(key);
      made.push({ key, ids: [id] });
    }
    return made;
  }
}

function hasRoom(ids: readonly string[]): boolean {
  return ids.length < ROWS_PER_CHUNK;
}

function sameIds(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((id, at) => id === b[at]);
}

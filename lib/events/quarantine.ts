/**
 * What a file door could not take, kept with the reason so that its writer can find out. Bounded: the
 * file is put aside once when it is full, and the one before goes.
 */

/** One refused piece. */
export interface Refused {
  readonly door: "inbox" | "drop";
  readonly code: string;
  readonly message: string;
  readonly text: string;
  /** The file it came from, or the offset in the inbox. */
  readonly place: string;
}

const MAX_BYTES = 1024 * 1024;
const MAX_TEXT = 4_096;

export class Quarantine {
  readonly #path: string;
  readonly #now: () => number;

  constructor(path: string, now: () => number) {
    this.#path = path;
    this.#now = now;
  }

  async add({ text, ...refused }: Refused): Promise<void> {
    const at = new Date(this.#now()).toISOString();
    const line = JSON.stringify({ at, ...refused, text: text.slice(0, MAX_TEXT) });
    const size = await Deno.stat(this.#path).then((info) => info.size, () => 0);
    if (size > MAX_BYTES) await Deno.rename(this.#path, `${this.#path}.1`);
    const bytes = new TextEncoder().encode(`${line}\n`);
    await Deno.writeFile(this.#path, bytes, { append: true, create: true, mode: 0o600 });
  }
}

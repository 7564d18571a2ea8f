/** Searching in all that was said: asked a moment after one stops typing, older questions dropped. */
import { type Signal, signal } from "@preact/signals";
import * as api from "./api.ts";

export interface SearchState {
  readonly query: string;
  /** Null until the server has answered. */
  readonly hits: readonly api.SearchHit[] | null;
  /** Not all is searched yet. */
  readonly indexing: boolean;
}

const PAUSE_MS = 180;
const SHORTEST = 2;
const NOTHING: SearchState = { query: "", hits: null, indexing: false };

export class SearchModel {
  readonly state: Signal<SearchState> = signal(NOTHING);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asking: AbortController | null = null;

  /** The person has typed. */
  set(query: string): void {
    clearTimeout(this.#timer);
    this.#asking?.abort();
    const wanted = query.trim();
    const { hits, indexing } = this.state.peek();
    const long = wanted.length >= SHORTEST;
    this.state.value = { query, hits: long ? hits : null, indexing };
    if (long) this.#timer = setTimeout(() => void this.#ask(wanted), PAUSE_MS);
  }

  async #ask(wanted: string): Promise<void> {
    const asking = this.#asking = new AbortController();
    const found = await api.search(wanted, asking.signal).catch(() => null);
    if (found === null || asking.signal.aborted) return;
    this.state.value = { query: this.state.peek().query, ...found };
  }
}

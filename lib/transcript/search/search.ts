/**
 * Full-text search over all conversations. The index follows the transcripts: before a search, what
 * was appended since the last one is put in, off the bridge's thread. Nothing is running until
 * somebody searches, and nothing is lost if the index is deleted.
 */
import type { Conversations, ConversationsListener, Meta } from "../conversations.ts";
import { entryText } from "./entry_text.ts";
import { ftsQuery } from "./fts_query.ts";
import type { Covered, IndexHit } from "./search_index.ts";
import { SearchThread } from "./search_thread.ts";
import { type Marked, marked } from "./snippet.ts";

export interface SearchQuery {
  readonly q: string;
  readonly limit: number;
  readonly conversation_id?: string | undefined;
}

/** A found entry. */
export interface SearchHit extends Marked {
  readonly conversation_id: string;
  readonly label: string;
  readonly archived: boolean;
  /** The number of the entry in its transcript. */
  readonly entry: number;
  readonly role: string;
  readonly ts: string;
}

export interface SearchResult {
  readonly hits: SearchHit[];
  /** The index is still being made: there may be more. */
  readonly indexing: boolean;
}

const AT_ONCE = 100;
/** A search waits so long for what is not in the index yet. */
const CATCH_UP_MS = 1_500;
const REST_MS = 10 * 60 * 1_000;
/** Entries may be replaced in their place; without memory of it, so many are looked at again. */
const LOOK_BACK = 200;

export class Search implements ConversationsListener {
  readonly #thread: SearchThread;
  readonly #conversations: Conversations;
  readonly #report: (problem: string) => void;
  /** Conversations that changed, with the first entry that did; null before the first look. */
  #changed: Map<string, number> | null = null;
  #catchingUp: Promise<void> | null = null;
  #rest: ReturnType<typeof setTimeout> | undefined;

  constructor(path: string, conversations: Conversations, report: (problem: string) => void) {
    this.#thread = new SearchThread(path);
    this.#conversations = conversations;
    this.#report = report;
    conversations.listen(this);
  }

  onAppend(id: string, _entries: unknown, numbers: readonly number[]): void {
    if (this.#changed === null) return;
    const first = Math.min(...numbers, this.#changed.get(id) ?? Infinity);
    this.#changed.set(id, first);
  }

  onChange({ kind, meta }: { readonly kind: string; readonly meta: Meta }): void {
    // An import appends before there is a conversation; a deletion leaves something to remove.
    if (kind !== "changed") this.#changed?.set(meta.conversation_id, 1);
  }

  /** Looks for words; the latest entries first. */
  async find({ q, limit, conversation_id }: SearchQuery): Promise<SearchResult> {
    const query = ftsQuery(q);
    if (query === null) return { hits: [], indexing: false };
    this.#stayAwake();
    const search = () => this.#thread.search(query, limit, conversation_id ?? null);
    const emptied = this.#thread.emptied;
    let indexing = !await this.#caughtUpWithin(CATCH_UP_MS);
    let found = await search();
    if (this.#thread.emptied !== emptied) {
      // It was damaged: it was emptied in the middle of this, and is filled again.
      this.#changed = null;
      indexing = !await this.#caughtUpWithin(CATCH_UP_MS);
      found = await search();
    }
    const hits = await Promise.all(found.map((hit) => this.#hit(hit)));
    return {
      hits: hits.filter((hit) => hit !== null).sort((a, b) => a.ts < b.ts ? 1 : -1),
      indexing,
    };
  }

  /** Puts everything in that is not in the index yet. */
  catchUp(): Promise<void> {
    this.#catchingUp ??= this.#followAll().finally(() => this.#catchingUp = null);
    return this.#catchingUp;
  }

  close(): void {
    clearTimeout(this.#rest);
    this.#changed = null;
    this.#thread.stop();
  }

  async #caughtUpWithin(ms: number): Promise<boolean> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<false>((resolve) => timer = setTimeout(() => resolve(false), ms));
    const done = this.catchUp().then(() => true as const, (error) => {
      this.#report(`the search index is incomplete: ${error.message}`);
      return false as const;
    });
    return await Promise.race([done, late]).finally(() => clearTimeout(timer));
  }

  async #followAll(): Promise<void> {
    const changed = this.#changed;
    this.#changed = new Map();
    try {
      const covered = await this.#thread.covered();
      // An index that was emptied, because it was damaged or deleted, follows from the start.
      const all = changed === null || covered.size === 0;
      const metas = await this.#conversations.list({ archived: "all" });
      const ids = new Set(metas.map(({ conversation_id }) => conversation_id));
      for (const id of covered.keys()) if (!ids.has(id)) await this.#thread.remove(id);
      // The latest last: what is put in last is found first.
      for (const { conversation_id: id } of metas.toReversed()) {
        if (all || changed.has(id)) await this.#follow(id, covered.get(id), changed?.get(id));
      }
    } catch (error) {
      this.#changed = null; // What was done is known to the index; the rest is found next time.
      throw error;
    }
  }

  async #follow(id: string, covered: Covered | undefined, first?: number): Promise<void> {
    const transcript = this.#conversations.transcript(id);
    const { total, bytes } = await transcript.size();
    const known = covered ?? { number: 0, bytes: 0 };
    if (first === undefined && known.bytes === bytes && known.number === total) return;
    const cut = total < known.number || bytes < known.bytes;
    if (cut) await this.#thread.remove(id);
    const from = Math.min(first ?? known.number - LOOK_BACK, known.number);
    for (let after = cut ? 0 : Math.max(0, from - 1);;) {
      const range = await this.#conversations.transcript(id).range({ after, limit: AT_ONCE });
      if (range.entries.length === 0) return;
      const texts = range.entries.map((entry, at) => ({
        number: range.first + at,
        role: entry.role,
        ts: entry.ts,
        text: entryText(entry),
      }));
      after = range.last;
      const done = after >= total;
      await this.#thread.add(id, texts, { number: after, bytes: done ? bytes : 0 });
      if (done) return;
    }
  }

  async #hit(hit: IndexHit): Promise<SearchHit | null> {
    const meta = await this.#conversations.get(hit.conversation);
    if (meta === null) return null;
    const { label, archived } = meta;
    const { conversation: conversation_id, number: entry, role, ts } = hit;
    return { conversation_id, label, archived, entry, role, ts, ...marked(hit.snippet) };
  }

  /** The thread ends when nobody searched for a while, and gives its memory back. */
  #stayAwake(): void {
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => {
      if (this.#catchingUp === null) this.close();
      else this.#stayAwake();
    }, REST_MS);
    Deno.unrefTimer(this.#rest as unknown as number);
  }
}

/**
 * The past of a conversation: fetches older entries as one scrolls up, goes to an entry by its
 * number, and keeps what is held bounded. Where too much would be held, or one goes far back, an
 * old part is shown alone until one comes back to the end. Browser side.
 */
import { type Signal, signal } from "@preact/signals";
import type { OpenConversation } from "../gateway/open_conversation.ts";
import type { Entry } from "../router/change.ts";
import type { Edge, Found } from "../view/timeline_source.ts";

/** A page of entries by their numbers, as the server gives it. */
export interface EntryPage {
  readonly entries: readonly Entry[];
  readonly first: number;
  readonly last: number;
  readonly total: number;
}

/** Where the past is read from. */
export interface HistoryReader {
  range(query: { before?: number; after?: number; limit: number }): Promise<EntryPage>;
  open(): Promise<OpenConversation>;
}

/** Where the past is shown. */
export interface HistoryView {
  readonly size: number;
  readonly found: Signal<Found | null>;
  readonly pinned: Signal<boolean>;
  has(id: string): boolean;
  addOlder(entries: readonly Entry[]): void;
  showPast(entries: readonly Entry[]): void;
  /** Shows the end as it is read now. */
  reopen(read: () => Promise<OpenConversation>): Promise<void>;
}

const PAGE = 100;
/** Rows that are held at most; then the far end is let go, but for so many pages. */
const MOST_ROWS = 3_000;
const KEPT_PAGES = 20;

export class History {
  readonly #view: HistoryView;
  #reader: HistoryReader | null = null;
  /** The number of the first entry of the end, as it was opened. */
  #open: number;
  /** What was read here: pages that follow each other, up to the end or of an old part. */
  #pages: readonly EntryPage[] = [];
  /** An old part is shown in place of the end. */
  #past = false;
  #busy = false;
  readonly older: Signal<Edge>;
  readonly newer: Signal<Edge> = signal("none");

  constructor(view: HistoryView, first: number) {
    this.#view = view;
    this.#open = first;
    this.older = signal(first > 1 ? "more" : "none");
  }

  /** From now on there is somebody to ask. */
  read(reader: HistoryReader): void {
    this.#reader = reader;
  }

  /** The end was read anew. */
  reset(first: number): void {
    this.#open = first;
    this.#pages = [];
    this.#past = false;
    this.newer.value = "none";
    this.#tellOlder();
  }

  /** Fetches a page of entries before the first one. */
  loadOlder(): Promise<void> {
    if (this.older.peek() !== "more" && this.older.peek() !== "failed") return Promise.resolve();
    return this.#exclusive(this.older, async (reader) => {
      const page = await reader.range({ before: this.#first, limit: PAGE });
      const pages = [page, ...this.#pages];
      if (this.#past || this.#view.size + page.entries.length > MOST_ROWS) {
        this.#showPart(pages.slice(0, KEPT_PAGES));
      } else {
        this.#pages = pages;
        this.#view.addOlder(page.entries);
      }
      return page.first > 1 && page.entries.length > 0 ? "more" : "none";
    });
  }

  /** Fetches a page behind an old part; at the end of the transcript the old part ends. */
  loadNewer(): Promise<void> {
    if (!this.#past || this.newer.peek() === "loading") return Promise.resolve();
    return this.#exclusive(this.newer, async (reader) => {
      const after = this.#pages.at(-1)?.last ?? 0;
      const page = await reader.range({ after, limit: PAGE });
      const pages = [...this.#pages, page];
      if (page.last >= page.total) return await this.#join(reader, pages);
      this.#showPart(pages.slice(-KEPT_PAGES));
      this.#tellOlder();
      return "more";
    });
  }

  /** Shows the end and follows it. */
  async toLatest(): Promise<void> {
    if (this.#past) await this.#reopen();
    this.#view.pinned.value = true;
  }

  /** Lets go of what is far above the end, if it has become too much. */
  async shrink(): Promise<void> {
    if (!this.#past && this.#view.size > MOST_ROWS) await this.#reopen();
  }

  /** Goes to the entry of a number, or to the next one that has a row. */
  goTo(number: number): Promise<void> {
    return this.#exclusive(this.newer, async (reader, before) => {
      const { entries: [entry] } = await reader.range({ after: number - 1, limit: 1 });
      if (entry === undefined) return before;
      if (!this.#view.has(entry.id)) {
        const after = Math.max(0, number - PAGE / 2);
        this.#showPart([await reader.range({ after, limit: PAGE })]);
        this.#tellOlder();
      }
      const near = this.#pages.flatMap(({ entries }) => entries);
      const rest = near.slice(Math.max(0, near.findIndex(({ id }) => id === entry.id)));
      const row = [entry, ...rest].find(({ id }) => this.#view.has(id));
      if (row !== undefined) this.#view.found.value = { id: row.id };
      return this.#past ? "more" : "none";
    });
  }

  get #first(): number {
    return this.#pages[0]?.first ?? this.#open;
  }

  #tellOlder(): void {
    this.older.value = this.#first > 1 ? "more" : "none";
  }

  #showPart(pages: readonly EntryPage[]): void {
    this.#pages = pages;
    this.#past = true;
    this.newer.value = "more";
    this.#view.showPast(pages.flatMap(({ entries }) => entries));
  }

  /** The old part has reached the end: both are shown as one again. */
  async #join(reader: HistoryReader, pages: readonly EntryPage[]): Promise<Edge> {
    await this.#view.reopen(() => reader.open());
    this.#pages = pages;
    this.#view.addOlder(pages.flatMap(({ entries }) => entries));
    this.#tellOlder();
    return "none";
  }

  async #reopen(): Promise<void> {
    await this.#exclusive(this.newer, async (reader) => {
      await this.#view.reopen(() => reader.open());
      return "none";
    });
  }

  /** One fetch at a time; `edge` tells what is going on, and how it ended. */
  async #exclusive(
    edge: Signal<Edge>,
    action: (reader: HistoryReader, before: Edge) => Promise<Edge>,
  ): Promise<void> {
    if (this.#busy || this.#reader === null) return;
    this.#busy = true;
    const before = edge.peek();
    edge.value = "loading";
    try {
      edge.value = await action(this.#reader, before);
    } catch {
      edge.value = before === "none" ? "none" : "failed";
    } finally {
      this.#busy = false;
    }
  }
}

/** Goes where `#e<number>` in the address says; returns the function that ends it. */
export function followHash(history: Pick<History, "goTo">): () => void {
  const follow = () => {
    const number = /^#e(\d{1,15})$/.exec(location.hash)?.[1];
    if (number !== undefined) void history.goTo(Number(number));
  };
  follow();
  addEventListener("hashchange", follow);
  return () => removeEventListener("hashchange", follow);
}

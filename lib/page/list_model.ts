/**
 * The list of conversations in the page: kept up to date by the events of all conversations, read
 * anew where an event names one that it does not know. Also knows which ones have news that this
 * browser has not shown yet.
 */
import { type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { HubEvent } from "../hub/hub.ts";
import type { ListItem } from "../view/list_items.ts";
import { readStored, writeStored } from "./storage.ts";

const REFRESH_MS = 150;
const UNREAD_KEY = "unread";
const MAX_UNREAD = 500;

/** What the list needs from outside. */
export interface ListSource {
  /** All of them, in one answer; the archived ones where asked for. */
  read(archived: boolean): Promise<ListItem[]>;
  /** The conversation that the person looks at now. */
  isSeen(id: string): boolean;
}

export class ListModel {
  readonly #items: Signal<readonly ListItem[]>;
  readonly #unread: Signal<ReadonlySet<string>> = signal(new Set());
  readonly #source: ListSource;
  #withArchived = false;
  /** How many answers of the server are awaited: of reads, and of writes of ours. */
  #awaited = 0;
  /** What has changed here meanwhile (null: gone). A list read meanwhile may not know of it. */
  readonly #fresh = new Map<string, ListItem | null>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(items: readonly ListItem[], source: ListSource) {
    this.#items = signal(items);
    this.#source = source;
  }

  get items(): ReadonlySignal<readonly ListItem[]> {
    return this.#items;
  }

  get unread(): ReadonlySignal<ReadonlySet<string>> {
    return this.#unread;
  }

  /** Takes up what this browser remembers; not in the constructor, which the server runs, too. */
  restore(): void {
    const ids = readStored<unknown>(UNREAD_KEY);
    if (Array.isArray(ids)) this.#unread.value = new Set(ids.map(String));
  }

  /** Reads the list anew, soon; several calls make one. */
  refresh(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#read().catch(() => {}), REFRESH_MS);
  }

  /** From now on the archived ones are there, too. */
  async showArchived(): Promise<void> {
    this.#withArchived = true;
    await this.#read();
  }

  async #read(): Promise<void> {
    await this.during(async () => {
      const read = await this.#source.read(this.#withArchived);
      const known = new Set(read.map(({ id }) => id));
      const added = [...this.#fresh.values()].filter((item) => !known.has(item?.id ?? ""));
      const kept = read.map((item) => {
        const fresh = this.#fresh.get(item.id);
        return fresh === undefined ? item : fresh;
      });
      this.#items.value = [...added, ...kept].filter((item) => item !== null);
    });
  }

  /** Awaits an answer of the server; what changes here until then is newer than what is read. */
  async during<T>(answer: () => Promise<T>): Promise<T> {
    this.#awaited++;
    try {
      return await answer();
    } finally {
      if (--this.#awaited === 0) this.#fresh.clear();
    }
  }

  #put(id: string, item: ListItem | null, items: readonly ListItem[]): void {
    if (this.#awaited > 0) this.#fresh.set(id, item);
    this.#items.value = items;
  }

  /** Changes an item at once, before the server has told the others. */
  change(id: string, change: Partial<ListItem>): void {
    const at = this.#items.peek().findIndex((item) => item.id === id);
    const known = this.#items.peek()[at];
    if (known === undefined) return;
    const next = { ...known, ...change };
    const same = (Object.keys(change) as (keyof ListItem)[]).every((key) =>
      known[key] === next[key]
    );
    if (!same) this.#put(id, next, this.#items.peek().with(at, next));
  }

  add(item: ListItem): void {
    if (this.#items.peek().some(({ id }) => id === item.id)) return;
    this.#put(item.id, item, [item, ...this.#items.peek()]);
  }

  remove(id: string): void {
    this.#put(id, null, this.#items.peek().filter((item) => item.id !== id));
    this.seen(id);
  }

  /** The person has it in front of them. */
  seen(id: string): void {
    if (this.#unread.peek().has(id)) {
      this.#setUnread([...this.#unread.peek()].filter((one) => one !== id));
    }
  }

  receive(event: HubEvent): void {
    const id = event.conversation_id;
    if (id === null) return;
    if (!this.#items.peek().some((item) => item.id === id)) return this.refresh();
    HANDLERS[event.type]?.(this, id, event);
  }

  /** An approval has come, or gone. */
  approvals(id: string, more: 1 | -1): void {
    const before = this.#items.peek().find((item) => item.id === id)?.approvals ?? 0;
    this.change(id, { approvals: Math.max(0, before + more) });
  }

  /** Something came to its end there. */
  news(id: string): void {
    if (this.#source.isSeen(id) || this.#unread.peek().has(id)) return;
    this.#setUnread([...this.#unread.peek(), id].slice(-MAX_UNREAD));
  }

  #setUnread(ids: string[]): void {
    this.#unread.value = new Set(ids);
    writeStored(UNREAD_KEY, ids);
  }
}

type Handler = (list: ListModel, id: string, event: HubEvent) => void;
type Of<T extends HubEvent["type"]> = Extract<HubEvent, { type: T }>;

const HANDLERS: Partial<Record<HubEvent["type"], Handler>> = {
  activity: (list, id, event) => {
    const running = (event as Of<"activity">).text !== null;
    list.change(id, running ? { running, draft: false } : { running });
  },
  conversation: (list, id, event) => {
    const { label, thread_id, change, pinned, archived } = event as Of<"conversation">;
    if (change === "deleted") return list.remove(id);
    list.change(id, {
      label,
      draft: thread_id === null,
      ...(pinned === undefined ? {} : { pinned }),
      ...(archived === undefined ? {} : { archived }),
    });
  },
  approval: (list, id) => {
    list.approvals(id, 1);
    list.news(id);
  },
  approval_resolved: (list, id) => list.approvals(id, -1),
  event_state: (list, id, event) =>
    list.change(id, { events: (event as Of<"event_state">).unread }),
  status: (list, id, event) => {
    list.change(id, { running: false, approvals: 0, updated_at: event.ts });
    list.news(id);
  },
};

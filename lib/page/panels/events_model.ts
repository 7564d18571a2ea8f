/**
 * The events of the open conversation in the page: read once, then kept up to date by the stream.
 * Owns the list, the filter and the receipt that is open. Bounded: the latest ones only.
 */
import { computed, type Signal, signal } from "@preact/signals";
import type { Receipt } from "../../events/receipt.ts";
import type { HubEvent } from "../../hub/hub.ts";
import {
  type EventFilter,
  filtered,
  fromEntry,
  fromReceipt,
  isUnread,
  NO_FILTER,
  type PanelEvent,
  put,
} from "../../view/events/panel_event.ts";
import { readConversation } from "../api.ts";
import * as api from "./events_api.ts";

/** As many as are kept; older ones can be had by the command line. */
export const MOST_EVENTS = 300;

export class EventsModel {
  readonly events: Signal<readonly PanelEvent[]> = signal([]);
  readonly unread: Signal<number> = signal(0);
  readonly filter: Signal<EventFilter> = signal(NO_FILTER);
  readonly shown = computed(() => filtered(this.events.value, this.filter.value));
  /** The number of the event that is open, and all that is known of it. */
  readonly open: Signal<number | null> = signal(null);
  readonly receipt: Signal<Receipt | null> = signal(null);
  readonly status: Signal<"reading" | "ready" | "no thread"> = signal("reading");
  readonly problem: Signal<string | null> = signal(null);
  thread: string | null = null;
  /** What came while the list is read: it may not be in it yet. */
  #meanwhile: PanelEvent[] | null = null;

  /** Reads all anew. */
  async read(conversation: string | null): Promise<void> {
    this.#meanwhile = [];
    await this.#attempt(async () => {
      const row = conversation === null ? null : await readConversation(conversation);
      this.thread = row?.thread_id ?? null;
      if (this.thread === null) return void (this.status.value = "no thread");
      const { events, unread } = await api.listEvents(this.thread, MOST_EVENTS);
      const read: readonly PanelEvent[] = events.map(fromReceipt);
      this.events.value = this.#meanwhile!.reduce((all, one) => put(all, one, MOST_EVENTS), read);
      this.unread.value = unread;
      this.status.value = "ready";
    });
    this.#meanwhile = null;
  }

  /** True if the thread of the conversation is known only now. */
  receive(event: HubEvent): boolean {
    if (event.type === "external_event") this.#take(fromEntry(event.entry));
    if (event.type === "event_state") this.unread.value = event.unread;
    return event.type === "conversation" && this.thread === null && event.thread_id !== null;
  }

  change(change: Partial<EventFilter>): void {
    this.filter.value = { ...this.filter.peek(), ...change };
  }

  /** Opens an event, or closes it if it is open. */
  toggle(seq: number): void {
    this.receipt.value = null;
    this.open.value = this.open.peek() === seq ? null : seq;
    void this.#readReceipt();
  }

  /** Somebody has seen to these. */
  async ack(events: readonly PanelEvent[]): Promise<void> {
    const bySource = Map.groupBy(events, ({ source }) => source);
    await this.#attempt(async () => {
      for (const [source, some] of bySource) {
        await api.ackEvents(this.thread!, some.map(({ eventId }) => eventId), source);
      }
    });
  }

  /** Sees to it that the next turn takes an event along that was only shown. */
  async requeue({ seq, state }: PanelEvent): Promise<boolean> {
    if (state !== "notified" && state !== "dead") return true;
    return await this.#attempt(() => api.requeueEvent(this.thread!, seq));
  }

  /** Those shown that nobody has seen. */
  unreadShown(): PanelEvent[] {
    return this.shown.peek().filter(({ state }) => isUnread(state));
  }

  #take(event: PanelEvent): void {
    this.#meanwhile?.push(event);
    this.events.value = put(this.events.peek(), event, MOST_EVENTS);
    if (event.seq === this.open.peek()) void this.#readReceipt();
  }

  async #readReceipt(): Promise<void> {
    const seq = this.open.peek();
    const event = this.events.peek().find((one) => one.seq === seq);
    if (event === undefined || this.thread === null) return;
    await this.#attempt(async () => {
      const receipt = await api.eventReceipt(this.thread!, event.eventId, event.source);
      // Another one may be open by now, and an older answer must not undo a newer one.
      const known = this.receipt.peek()?.history.length ?? 0;
      if (this.open.peek() === seq && receipt.history.length >= known) this.receipt.value = receipt;
    });
  }

  async #attempt(action: () => Promise<unknown>): Promise<boolean> {
    try {
      await action();
      this.problem.value = null;
      return true;
    } catch (error) {
      this.problem.value = error instanceof Error ? error.message : String(error);
      return false;
    }
  }
}

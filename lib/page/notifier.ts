/**
 * Notifications of what happens while the person looks elsewhere: approvals, failures, finished
 * turns. Asks for permission only when told to. Says which conversation, never what was said in it.
 */
import { type Signal, signal } from "@preact/signals";
import type { HubEvent } from "../hub/hub.ts";
import { readStored, writeStored } from "./storage.ts";

export type NotifierState = "on" | "off" | "refused" | "impossible";

const KEY = "notify";

/** What the notifier needs to know of conversations. */
export interface NotifierPage {
  labelOf(id: string): string;
  open(id: string): void;
}

export class Notifier {
  readonly state: Signal<NotifierState> = signal("off");
  readonly #page: NotifierPage;

  constructor(page: NotifierPage) {
    this.#page = page;
  }

  /** Takes up what this browser remembers. */
  restore(): void {
    if (!("Notification" in globalThis)) this.state.value = "impossible";
    else if (Notification.permission === "denied") this.state.value = "refused";
    else if (Notification.permission === "granted" && readStored(KEY) === true) {
      this.state.value = "on";
    }
  }

  /** To be called by a click: browsers ask for nothing else. */
  async turnOn(): Promise<void> {
    const permission = await Notification.requestPermission();
    writeStored(KEY, permission === "granted");
    this.state.value = permission === "granted"
      ? "on"
      : permission === "denied"
      ? "refused"
      : "off";
  }

  turnOff(): void {
    writeStored(KEY, false);
    this.state.value = "off";
  }

  receive(event: HubEvent): void {
    const id = event.conversation_id;
    if (id === null || this.state.peek() !== "on" || !document.hidden) return;
    const text = wordsFor(event);
    if (text !== null) void this.#show(id, text);
  }

  async #show(id: string, body: string): Promise<void> {
    const title = this.#page.labelOf(id) || "Pilothouse";
    // One per conversation: a newer one takes the place of the older.
    const options = { body, tag: id, data: { path: `/c/${id}` }, icon: "/icon-192.png" };
    const worker = await navigator.serviceWorker?.getRegistration();
    if (worker !== undefined) return await worker.showNotification(title, options);
    const shown = new Notification(title, options);
    shown.onclick = () => {
      focus();
      this.#page.open(id);
      shown.close();
    };
  }
}

/** What an event is worth saying, or null. */
export function wordsFor(event: HubEvent): string | null {
  if (event.type === "approval") return "Waits for your approval";
  if (event.type !== "status") return null;
  return TURNS[event.entry.status] ?? null;
}

const TURNS: Readonly<Record<string, string>> = { completed: "Done", failed: "Failed" };

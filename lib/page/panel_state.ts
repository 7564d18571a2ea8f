/**
 * Which panel stands beside the conversation, if any. The browser remembers it; where the page is
 * too narrow for two, a panel lies over it, and only when it was asked for.
 */
import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { panelCookie } from "../view/side_panel.tsx";
import { PANELS } from "./panels.ts";
import { roomForPanel } from "./phone.ts";

export class PanelState {
  /** The name of the one that is open. */
  readonly open: Signal<string | null>;
  readonly wide: Signal<boolean> = signal(false);
  /** It lies over the page. */
  readonly over: ReadonlySignal<boolean>;
  readonly #asked: Signal<boolean> = signal(false);
  readonly #room: Signal<boolean> = signal(true);
  /** What had the focus when a panel came over it. */
  #before: Element | null = null;

  constructor(remembered: string | null) {
    this.open = signal(PANELS.some(({ name }) => name === remembered) ? remembered : null);
    this.over = computed(() => this.open.value !== null && this.#asked.value && !this.#room.value);
  }

  /** Begins what only a browser does; returns the function that ends it. */
  live(): () => void {
    const room = roomForPanel();
    const look = () => void (this.#room.value = room.matches);
    look();
    room.addEventListener("change", look);
    return () => room.removeEventListener("change", look);
  }

  show(name: string): void {
    if (!PANELS.some((panel) => panel.name === name)) return;
    if (!this.over.peek()) this.#before = document.activeElement;
    this.#asked.value = true;
    this.#set(name);
  }

  close(): void {
    const wasOver = this.over.peek();
    this.#set(null);
    // Not before the page can be focused again.
    if (wasOver) requestAnimationFrame(() => (this.#before as HTMLElement | null)?.focus());
  }

  toggle(): void {
    const shown = this.open.peek() !== null && (this.#room.peek() || this.#asked.peek());
    if (shown) this.close();
    else this.show(this.open.peek() ?? PANELS[0]?.name ?? "");
  }

  #set(name: string | null): void {
    this.open.value = name;
    if (name === null) this.#asked.value = false;
    document.cookie = panelCookie(name);
  }
}

/** Short messages at the edge of the page that go by themselves, some with a way back. */
import { type Signal, signal } from "@preact/signals";

export interface Toast {
  readonly key: number;
  readonly text: string;
  readonly bad: boolean;
  readonly action: { readonly label: string; readonly run: () => void } | null;
}

const SHORT_MS = 5_000;
const LONG_MS = 10_000;
const MAX_TOASTS = 4;

export class Toasts {
  readonly list: Signal<readonly Toast[]> = signal([]);
  #keys = 0;

  tell(text: string, action: Toast["action"] = null): void {
    this.#add({ text, action, bad: false });
  }

  /** Says what went wrong. */
  fail(error: unknown): void {
    const text = error instanceof Error ? error.message : String(error);
    this.#add({ text, action: null, bad: true });
  }

  dismiss(key: number): void {
    this.list.value = this.list.peek().filter((toast) => toast.key !== key);
  }

  #add(toast: Omit<Toast, "key">): void {
    const key = ++this.#keys;
    this.list.value = [...this.list.peek(), { ...toast, key }].slice(-MAX_TOASTS);
    const ms = toast.action === null && !toast.bad ? SHORT_MS : LONG_MS;
    setTimeout(() => this.dismiss(key), ms);
  }
}

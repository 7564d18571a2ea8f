/**
 * What can be done with a conversation from the list: shown at once, told to the server, taken
 * back where the server refuses.
 */
import type { Signal } from "@preact/signals";
import type { ListItem } from "../view/list_items.ts";
import type { MenuItem } from "../view/menu.tsx";
import * as api from "./api.ts";
import type { Desk } from "./desk.ts";
import type { ListModel } from "./list_model.ts";
import type { Toasts } from "./toasts.ts";

export class ListActions {
  readonly #desk: Desk;
  readonly #list: ListModel;
  readonly #toasts: Toasts;
  /** The conversation whose deletion is being asked about. */
  readonly #deleting: Signal<ListItem | null>;

  constructor(desk: Desk, list: ListModel, toasts: Toasts, deleting: Signal<ListItem | null>) {
    this.#desk = desk;
    this.#list = list;
    this.#toasts = toasts;
    this.#deleting = deleting;
  }

  rename(id: string, label: string): void {
    void this.#change(id, { label });
  }

  pin(item: ListItem): void {
    void this.#change(item.id, { pinned: !item.pinned });
  }

  async archive(item: ListItem): Promise<void> {
    if (!await this.#change(item.id, { archived: !item.archived })) return;
    if (item.archived) return;
    if (this.#desk.id.peek() === item.id) void this.#desk.go(null);
    const run = () => void this.#change(item.id, { archived: false });
    this.#toasts.tell(`Archived “${nameOf(item)}”.`, { label: "Undo", run });
  }

  /** The person has confirmed it. */
  async delete(item: ListItem): Promise<void> {
    try {
      await api.deleteConversation(item.id);
    } catch (error) {
      return this.#toasts.fail(error);
    }
    this.#list.remove(item.id);
    if (this.#desk.id.peek() === item.id) void this.#desk.go(null);
    const run = () => {
      api.restoreConversation(item.id).then(() => this.#list.add(item), (error) => {
        this.#toasts.fail(error);
      });
    };
    this.#toasts.tell(`Deleted “${nameOf(item)}”.`, { label: "Undo", run });
  }

  /** The entries of a row's menu. */
  menu(item: ListItem): readonly MenuItem[] {
    return [
      { label: item.pinned ? "Unpin" : "Pin", icon: "pin", run: () => this.pin(item) },
      {
        label: item.archived ? "Take out of the archive" : "Archive",
        icon: "archive",
        run: () => void this.archive(item),
      },
      {
        label: "Delete…",
        icon: "trash",
        danger: true,
        run: () => void (this.#deleting.value = item),
      },
    ];
  }

  async #change(
    id: string,
    change: Partial<Pick<ListItem, "label" | "pinned" | "archived">>,
  ): Promise<boolean> {
    const before = this.#list.items.peek().find((item) => item.id === id);
    return await this.#list.during(async () => {
      this.#list.change(id, change);
      try {
        await api.changeConversation(id, change);
        return true;
      } catch (error) {
        if (before !== undefined) this.#list.change(id, before);
        this.#toasts.fail(error);
        return false;
      }
    });
  }
}

function nameOf({ label }: ListItem): string {
  return label || "Untitled";
}

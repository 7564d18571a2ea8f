/**
 * Which conversation is open, and the way from one to another without loading the page again: read
 * it, then put it in place of the old one as a whole, so that nothing of the old one stays. The
 * address follows, and the browser's back and forward work.
 */
import { batch, type Signal, signal } from "@preact/signals";
import type { OpenConversation } from "../gateway/open_conversation.ts";
import * as api from "./api.ts";
import type { Command } from "./commands.ts";
import type { ConversationControls } from "./conversation_controls.ts";
import type { PageModel } from "./model.ts";

/** A conversation as it was opened. Another key is another conversation on the screen. */
export interface Opened {
  readonly key: number;
  /** Null for one that begins with the first message. */
  readonly open: OpenConversation | null;
  readonly cwd: string;
}

/** The conversation on the screen, as the rest of the page needs it. */
export interface Current {
  readonly model: PageModel;
  readonly controls: ConversationControls;
  readonly commands: () => readonly Command[];
  /** Puts the caret into the composer, with this text in it unless it is null. */
  readonly compose: (text: string | null) => void;
}

export class Desk {
  readonly opened: Signal<Opened>;
  /** Its id; a new conversation gets one without becoming another. */
  readonly id: Signal<string | null>;
  /** What can be done with it; set by the conversation that is on the screen. */
  readonly current: Signal<Current | null> = signal(null);
  /** The conversation that is being read. */
  readonly going: Signal<string | null> = signal(null);
  readonly problem: Signal<string | null> = signal(null);
  /** The number of the latest event that any part of the page has seen. */
  seq: number;
  readonly #cwd: string;

  constructor(open: OpenConversation | null, seq: number, cwd: string) {
    this.opened = signal({ key: 0, open, cwd: open?.meta.cwd ?? cwd });
    this.id = signal(open?.meta.conversation_id ?? null);
    this.seq = seq;
    this.#cwd = cwd;
  }

  /** Opens a conversation, or a new one for null. */
  async go(
    id: string | null,
    address: "push" | "keep" = "push",
    entry?: number,
  ): Promise<void> {
    this.going.value = id;
    if (id !== null && id === this.id.peek()) {
      this.going.value = null;
      if (entry !== undefined) showEntry(entry);
      return;
    }
    try {
      const open = id === null ? null : await api.openConversation(id);
      if (this.going.peek() !== id) return; // The person has gone elsewhere meanwhile.
      if (address === "push") history.pushState(null, "", pathOf(id) + hashOf(entry));
      this.#put(id, open);
    } catch (error) {
      if (this.going.peek() !== id) return;
      this.going.value = null;
      this.problem.value = error instanceof Error ? error.message : String(error);
    }
  }

  /** Shows what is on the disk now, in place of what may be stale. */
  async reload(): Promise<void> {
    const id = this.id.peek();
    if (id !== null) this.#put(id, await api.openConversation(id));
  }

  /** The new conversation of that key has got an id; it may have left the screen meanwhile. */
  became(key: number, id: string): void {
    if (this.opened.peek().key !== key) return;
    this.id.value = id;
    history.replaceState(null, "", pathOf(id));
  }

  /** Goes to the address of a conversation. */
  goToPath(path: string, address: "push" | "replace"): void {
    if (idOf(path) === null || path === location.pathname) return;
    if (address === "replace") history.replaceState(null, "", path);
    void this.go(idOf(path), address === "replace" ? "keep" : "push");
  }

  /** Follows the browser's back and forward; returns the function that ends it. */
  followAddress(): () => void {
    const onPop = () => void this.go(idOf(location.pathname), "keep");
    addEventListener("popstate", onPop);
    return () => removeEventListener("popstate", onPop);
  }

  #put(id: string | null, open: OpenConversation | null): void {
    batch(() => {
      const key = this.opened.peek().key + 1;
      this.opened.value = { key, open, cwd: open?.meta.cwd ?? this.#cwd };
      this.id.value = id;
      this.going.value = null;
      this.problem.value = null;
    });
  }
}

function pathOf(id: string | null): string {
  return id === null ? "/" : `/c/${id}`;
}

function idOf(path: string): string | null {
  return /^\/c\/([^/]+)$/.exec(path)?.[1] ?? null;
}

function hashOf(entry: number | undefined): string {
  return entry === undefined ? "" : `#e${entry}`;
}

/** The timeline follows the address; the same address again must count, too. */
function showEntry(entry: number): void {
  history.replaceState(null, "", location.pathname);
  location.hash = hashOf(entry);
}

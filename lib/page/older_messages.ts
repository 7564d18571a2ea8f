/** Arrow up and down in the composer: the messages sent before, and back to what was being written. */
import { MessageHistory } from "../view/message_history.ts";
import type { Segment } from "../view/message_text.ts";
import type { Editor } from "./editor.ts";

export class OlderMessages {
  readonly #history: MessageHistory<readonly Segment[]>;
  readonly #editor: () => Editor | null;
  readonly #put: (segments: readonly Segment[]) => void;

  constructor(
    sent: readonly string[],
    editor: () => Editor | null,
    put: (segments: readonly Segment[]) => void,
  ) {
    this.#history = new MessageHistory(sent);
    this.#editor = editor;
    this.#put = put;
  }

  /** An older message is shown in place of the draft. */
  get isBack(): boolean {
    return this.#history.isBack;
  }

  add(text: string): void {
    this.#history.add(text);
  }

  /** What is shown is the draft from now on. */
  leave(): void {
    this.#history.leave();
  }

  /** Does what a key means here; false if it means nothing. */
  key(key: string): boolean {
    return key === "ArrowUp" ? this.#older() : key === "ArrowDown" ? this.#newer() : false;
  }

  #older(): boolean {
    const editor = this.#editor();
    if (!this.#history.isBack && !editor?.isCaretAt("start")) return false;
    const text = this.#history.older(() => editor?.segments ?? []);
    if (text === null) return this.#history.isBack;
    this.#put([{ text }]);
    return true;
  }

  #newer(): boolean {
    if (!this.#history.isBack || !this.#editor()?.isCaretAt("end")) return false;
    const newer = this.#history.newer();
    this.#put(newer === null ? [] : "text" in newer ? [newer] : newer.draft);
    return true;
  }
}

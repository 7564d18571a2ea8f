/**
 * What the composer offers while one types: which menu is open, what is in it, which entry is
 * active, and what the keys do with it. Knows the editor by its text only.
 */
import { type Signal, signal } from "@preact/signals";
import { argumentQuery, commandQuery, mentionQuery } from "../view/message_text.ts";
import type { Suggestion } from "../view/suggestion_list.tsx";
import type { FoundFile } from "./api.ts";
import type { Command } from "./commands.ts";

export interface Menu {
  readonly kind: "file" | "command" | "choice";
  readonly query: string;
  readonly items: readonly Suggestion[];
  readonly active: number;
}

/** How suggestions are found, and what is done with the chosen one. */
export interface SuggestionSource {
  files(query: string, signal: AbortSignal): Promise<readonly FoundFile[]>;
  commands(): readonly Command[];
  /** `length` letters before the caret are to be replaced. */
  putFile(path: string, length: number): void;
  putText(text: string, length: number): void;
  runCommand(name: string, argument?: string): void;
}

export class Suggestions {
  readonly menu: Signal<Menu | null> = signal(null);
  readonly #source: SuggestionSource;
  #search: AbortController | null = null;
  /** The first of the answer that is on its way is to be taken. */
  #pickSoon = false;
  /** The command whose argument is being chosen. */
  #choosing = "";
  /** The text for which the person has closed the menu. */
  #dismissed: string | null = null;

  constructor(source: SuggestionSource) {
    this.#source = source;
  }

  /** The text has changed, or the caret has moved. */
  update(before: string, all: string): void {
    const command = commandQuery(all);
    const choices = this.#choices(all);
    const file = command === null && choices === null ? mentionQuery(before) : null;
    const asked = command === null && choices === null ? file === null ? null : `@${file}` : all;
    if (asked === null || asked !== this.#dismissed) this.#dismissed = null;
    if (asked === null || this.#dismissed !== null) return this.close();
    if (command !== null) this.#show("command", command, this.#commands(command));
    else if (choices !== null) this.#show("choice", all, choices);
    else if (file !== null) void this.#findFiles(file);
  }

  close(): void {
    this.#search?.abort();
    this.#search = null;
    this.menu.value = null;
  }

  /** Does what a key means to the menu; false if it means nothing to it. */
  key(key: string): boolean {
    const menu = this.menu.peek();
    if (menu === null) return false;
    const { items, active } = menu;
    if (key === "Escape") {
      this.#dismissed = BEFORE[menu.kind] + menu.query;
      this.close();
      return true;
    }
    if (items.length === 0) {
      // Who knows what will come need not wait for it.
      this.#pickSoon = this.#search !== null && (key === "Enter" || key === "Tab");
      return this.#pickSoon;
    }
    if (key === "ArrowDown" || key === "ArrowUp") {
      const step = key === "ArrowDown" ? 1 : items.length - 1;
      this.menu.value = { ...menu, active: (active + step) % items.length };
      return true;
    }
    if (key !== "Enter" && key !== "Tab") return false;
    if (key === "Tab" && items[active]!.key.endsWith("/")) this.#enterFolder(items[active]!.key);
    else this.pick(active);
    return true;
  }

  pick(index: number): void {
    const menu = this.menu.peek();
    const item = menu?.items[index];
    if (!menu || item === undefined) return;
    this.close();
    if (menu.kind === "file") this.#source.putFile(item.key, menu.query.length + 1);
    else if (menu.kind === "choice") this.#source.runCommand(this.#choosing, item.key);
    else this.#source.runCommand(item.key);
  }

  /** Goes on choosing inside a folder. */
  #enterFolder(path: string): void {
    const { query } = this.menu.peek()!;
    this.#source.putText(`@${path}`, query.length + 1);
    this.update(`@${path}`, "");
  }

  #commands(query: string): Suggestion[] {
    const wanted = query.toLowerCase();
    return this.#source.commands()
      .filter(({ name }) => name.includes(wanted))
      .sort((a, b) => Number(b.name.startsWith(wanted)) - Number(a.name.startsWith(wanted)))
      .map(({ name, icon, title, takes }) => ({
        key: name,
        icon,
        label: takes === undefined ? `/${name}` : `/${name} ${takes}`,
        detail: title,
      }));
  }

  /** What there is to choose from for the command that is written; null where nothing is. */
  #choices(all: string): Suggestion[] | null {
    const asked = argumentQuery(all);
    const command = this.#source.commands().find(({ name }) => name === asked?.name);
    if (asked === null || command?.choices === undefined) return null;
    this.#choosing = asked.name;
    const wanted = asked.argument.toLowerCase();
    return command.choices()
      .filter(({ value, label }) => `${value} ${label}`.toLowerCase().includes(wanted))
      .map(({ value, label, means }) => ({ key: value, icon: command.icon, label, detail: means }));
  }

  async #findFiles(query: string): Promise<void> {
    this.#search?.abort();
    const search = this.#search = new AbortController();
    this.#pickSoon = false;
    this.#narrow(query);
    const found = await this.#source.files(query, search.signal).catch(() => null);
    if (found === null || search.signal.aborted) return;
    this.#search = null;
    const items = found.map(({ path, type }): Suggestion => {
      const end = path.lastIndexOf("/", path.length - 2) + 1;
      const icon = type === "directory" ? "folder" : "file";
      return { key: path, icon, label: path.slice(end), detail: path.slice(0, end) };
    });
    this.#show("file", query, items);
    if (this.#pickSoon) this.pick(0);
  }

  /** Until the answer comes, what is shown and has the new letters stays. */
  #narrow(query: string): void {
    const shown = this.menu.peek();
    if (shown?.kind !== "file") return;
    const items = shown.items.filter(({ key }) => hasLetters(key.toLowerCase(), query));
    this.menu.value = { kind: "file", query, items, active: 0 };
  }

  #show(kind: Menu["kind"], query: string, items: readonly Suggestion[]): void {
    this.menu.value = { kind, query, items, active: 0 };
  }
}

const BEFORE: Readonly<Record<Menu["kind"], string>> = { file: "@", command: "/", choice: "" };

function hasLetters(text: string, letters: string): boolean {
  let at = 0;
  for (const letter of letters.toLowerCase()) {
    at = text.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

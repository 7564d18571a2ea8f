/**
 * The palette: one field for all commands and conversations, worked by keys. What a command needs
 * to know is asked for in the same field.
 */
import { useEffect, useRef, useState } from "preact/hooks";
import { Dialog } from "../view/dialog.tsx";
import { Icon } from "../view/icons.tsx";
import type { ListItem } from "../view/list_items.ts";
import { conversationItem, type PaletteItem, paletteItems } from "../view/palette_items.ts";
import { keyCaps } from "../view/shortcuts.ts";
import type { Command } from "./commands.ts";
import { isMac } from "./phone.ts";

interface PaletteProps {
  readonly commands: readonly Command[];
  readonly conversations: readonly ListItem[];
  readonly goTo: (id: string) => void;
  readonly onClose: () => void;
}

export function PaletteDialog(props: PaletteProps) {
  const { commands, conversations, goTo, onClose } = props;
  const [query, setQuery] = useState("");
  const [active, setActive] = useState(0);
  /** The command that wants to know more. */
  const [asking, setAsking] = useState<Command | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const all = asking === null
    ? [...commands.map(itemOf), ...conversations.map(conversationItem)]
    : choicesOf(asking);
  const items = paletteItems(all, query);
  useEffect(() => {
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [active, query]);

  function show(command: Command | null): void {
    setAsking(command);
    setQuery("");
    setActive(0);
  }

  /** Closes at once, not with the next drawing: what is typed now belongs to what comes after. */
  function leave(then: () => unknown): void {
    list.current?.closest("dialog")?.close();
    onClose();
    void then();
  }

  function run(item: PaletteItem | undefined): void {
    if (asking !== null) {
      const argument = item?.key ?? (asking.choices === undefined ? query.trim() : "");
      if (argument !== "") leave(() => asking.run(argument));
      return;
    }
    if (item === undefined) return;
    if (item.key.startsWith("/c/")) return leave(() => goTo(item.key.slice(3)));
    const command = commands.find(({ name }) => name === item.key);
    if (command?.takes !== undefined) show(command);
    else leave(() => command?.run(""));
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: items.length - 1 }[event.key];
    if (step !== undefined && items.length > 0) setActive((active + step) % items.length);
    else if (event.key === "Enter") run(items[active]);
    else if (event.key === "Backspace" && query === "" && asking !== null) show(null);
    else return;
    event.preventDefault();
  }

  const hint = asking === null ? "What do you want to do?" : `${asking.title}: ${asking.takes}`;
  return (
    <Dialog title="Commands and conversations" bare class="palette" onClose={onClose}>
      <input
        type="text"
        role="combobox"
        autofocus
        placeholder={hint}
        aria-label={hint}
        aria-expanded="true"
        aria-controls="palette"
        aria-activedescendant={items.length > 0 ? `palette-${active}` : undefined}
        autocomplete="off"
        spellcheck={false}
        value={query}
        onInput={(event) => {
          setQuery(event.currentTarget.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      />
      <ul ref={list} id="palette" role="listbox" aria-label="Found">
        {items.map((item, at) => (
          <li
            key={item.key}
            id={`palette-${at}`}
            role="option"
            aria-selected={at === active}
            class="choice"
            onPointerMove={() => setActive(at)}
            onClick={() => run(item)}
          >
            <Icon name={item.icon} />
            <span class="label">{item.label}</span>
            {asking === null ? <Keys of={commands.find(({ name }) => name === item.key)} /> : null}
          </li>
        ))}
      </ul>
      {items.length === 0 ? <p class="quiet">{noneOf(asking)}</p> : null}
    </Dialog>
  );
}

function noneOf(asking: Command | null): string {
  return asking !== null && asking.choices === undefined ? "Enter does it." : "Nothing found.";
}

function Keys({ of }: { of: Command | undefined }) {
  if (of?.keys === undefined) return null;
  return (
    <span class="caps">
      {keyCaps(of.keys, isMac()).map((cap, at) => <kbd key={at}>{cap}</kbd>)}
    </span>
  );
}

function itemOf({ name, title, icon }: Command): PaletteItem {
  return { key: name, icon, label: title, detail: name };
}

function choicesOf({ choices, icon }: Command): PaletteItem[] {
  return (choices?.() ?? []).map(({ value, label }) => ({
    key: value,
    icon,
    label,
    detail: value,
  }));
}

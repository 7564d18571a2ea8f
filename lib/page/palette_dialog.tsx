/** The palette: one field for all commands and conversations, worked by keys. */
import { useEffect, useRef, useState } from "preact/hooks";
import { Dialog } from "../view/dialog.tsx";
import { Icon } from "../view/icons.tsx";
import type { ListItem } from "../view/list_items.ts";
import { type PaletteItem, paletteItems } from "../view/palette_items.ts";
import { keyCaps } from "../view/shortcuts.ts";
import type { Command } from "./commands.ts";
import { isMac } from "./phone.ts";

interface PaletteProps {
  readonly commands: readonly Command[];
  readonly conversations: readonly ListItem[];
  readonly goTo: (id: string) => void;
  /** Lets the person write what a command needs. */
  readonly compose: (text: string) => void;
  readonly onClose: () => void;
}

export function PaletteDialog(props: PaletteProps) {
  const { commands, conversations, goTo, compose, onClose } = props;
  const [query, setQuery] = useState("");
  const [active, setActive] = useState(0);
  const list = useRef<HTMLUListElement>(null);
  const items = paletteItems(commands.map(itemOf), conversations, query);
  useEffect(() => {
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [active, query]);

  function run(item: PaletteItem | undefined): void {
    if (item === undefined) return;
    // At once, not with the next drawing: what is typed now belongs to what comes after.
    list.current?.closest("dialog")?.close();
    onClose();
    if (item.key.startsWith("/c/")) return goTo(item.key.slice(3));
    const command = commands.find(({ name }) => name === item.key);
    if (command?.takes !== undefined) compose(`/${command.name} `);
    else void command?.run("");
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: items.length - 1 }[event.key];
    if (step !== undefined && items.length > 0) setActive((active + step) % items.length);
    else if (event.key === "Enter") run(items[active]);
    else return;
    event.preventDefault();
  }

  return (
    <Dialog title="Commands and conversations" bare class="palette" onClose={onClose}>
      <input
        type="text"
        role="combobox"
        autofocus
        placeholder="What do you want to do?"
        aria-label="What do you want to do?"
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
            <Keys of={commands.find(({ name }) => name === item.key)} />
          </li>
        ))}
      </ul>
      {items.length === 0 ? <p class="quiet">Nothing found.</p> : null}
    </Dialog>
  );
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
  return { key: name, icon, label: title, detail: `/${name}` };
}

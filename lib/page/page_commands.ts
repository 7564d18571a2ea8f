/** The commands of the page as a whole, for the palette, the slash and the keys. */
import { grouped } from "../view/list_items.ts";
import type { Command } from "./commands.ts";
import { PANELS } from "./panels.ts";
import type { WorkbenchState } from "./workbench_state.ts";

export function pageCommands(page: WorkbenchState): Command[] {
  const panels = PANELS.map(({ name, title, icon }): Command => ({
    name,
    title: `Show ${title.toLowerCase()} beside the conversation`,
    icon,
    run: () => page.showPanel(name),
  }));
  return [
    {
      name: "new",
      title: "New conversation",
      icon: "plus",
      keys: "mod+shift+o",
      run: () => page.goTo(null),
    },
    ...panels,
    {
      name: "settings",
      title: "Settings",
      icon: "gear",
      keys: "mod+,",
      run: () => page.show("settings"),
    },
    {
      name: "agent",
      title: "The agent's state and log, start and stop",
      icon: "power",
      run: () => page.show("agent"),
    },
    {
      name: "import",
      title: "Import a session of codex",
      icon: "import",
      run: () => page.show("rollouts"),
    },
    {
      name: "help",
      title: "List of keys",
      icon: "keyboard",
      keys: "?",
      run: () => page.show("shortcuts"),
    },
  ];
}

/** What a key does, by the name that it has in the list of keys. */
export function keyActions(page: WorkbenchState): Readonly<Record<string, () => void>> {
  const ids = () => {
    const shown = page.list.items.peek().filter(({ archived }) => !archived);
    return grouped(shown, Date.now()).flatMap(({ items }) => items.map(({ id }) => id));
  };
  return {
    palette: () => page.show("palette"),
    new: () => page.goTo(null),
    list: () => page.toggleList(),
    panel: () => page.togglePanel(),
    settings: () => page.show("settings"),
    shortcuts: () => page.show("shortcuts"),
    compose: () => page.desk.current.peek()?.compose(null),
    previous: () => page.step(-1, ids()),
    next: () => page.step(1, ids()),
  };
}

/** Listens to the keys of the page. While one writes, a letter is a letter. */
import { EVERYWHERE, keyName, OUTSIDE } from "../view/shortcuts.ts";

/** Runs actions by their names; returns the function that ends it. */
export function followKeys(actions: () => Readonly<Record<string, () => void>>): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return;
    const pressed = keyName(event);
    const known = isWriting(event.target) ? EVERYWHERE : [...EVERYWHERE, ...OUTSIDE];
    const shortcut = known.find(({ keys }) => keys === pressed);
    const action = shortcut === undefined ? undefined : actions()[shortcut.name];
    if (action === undefined) return;
    event.preventDefault();
    action();
  };
  addEventListener("keydown", onKeyDown);
  return () => removeEventListener("keydown", onKeyDown);
}

function isWriting(target: EventTarget | null): boolean {
  return target instanceof HTMLElement &&
    (target.isContentEditable || target.matches("input, textarea, select"));
}

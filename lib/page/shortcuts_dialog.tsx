/** The list of keys. */
import { Dialog } from "../view/dialog.tsx";
import { EVERYWHERE, keyCaps, OUTSIDE, type Shortcut, WRITING } from "../view/shortcuts.ts";
import { isMac } from "./phone.ts";

const GROUPS: readonly [title: string, shortcuts: readonly Shortcut[]][] = [
  ["Everywhere", EVERYWHERE],
  ["While not writing", OUTSIDE],
  ["While writing", WRITING],
];

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keys" onClose={onClose}>
      {GROUPS.map(([title, shortcuts]) => (
        <section key={title} class="keys">
          <h3>{title}</h3>
          <dl>
            {shortcuts.map(({ keys, title }) => (
              <div key={keys}>
                <dt>{title}</dt>
                <dd>{keyCaps(keys, isMac()).map((cap, at) => <kbd key={at}>{cap}</kbd>)}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}

/** A button that opens a list of actions. What they do is passed in. */
import { useRef, useState } from "preact/hooks";
import { Icon, type IconName } from "./icons.tsx";
import { Popup } from "./popup.tsx";

export interface MenuItem {
  readonly label: string;
  readonly icon: IconName;
  readonly danger?: boolean;
  readonly run: () => void;
}

interface MenuButtonProps {
  /** What the button is for; its only words are an icon. */
  readonly label: string;
  readonly icon?: IconName;
  readonly items: readonly MenuItem[];
}

export function MenuButton({ label, icon = "more", items }: MenuButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        ref={button}
        type="button"
        class="ghost"
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Icon name={icon} />
      </button>
      {open
        ? (
          <Popup anchor={button} role="menu" label={label} onClose={() => setOpen(false)}>
            {items.map((item) => (
              <button
                key={item.label}
                type="button"
                role="menuitem"
                tabIndex={-1}
                class={item.danger ? "choice danger" : "choice"}
                onClick={() => {
                  button.current?.focus();
                  setOpen(false);
                  item.run();
                }}
              >
                <Icon name={item.icon} /> {item.label}
              </button>
            ))}
          </Popup>
        )
        : null}
    </>
  );
}

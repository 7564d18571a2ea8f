/**
 * A button that shows what is chosen and opens the choices, each with what it means. Several
 * groups may share one button.
 */
import { useRef, useState } from "preact/hooks";
import { Icon, type IconName } from "./icons.tsx";
import { Popup } from "./popup.tsx";
import type { Choice } from "./settings.ts";

type Value = string | null;

export interface PickerGroup {
  readonly title: string;
  readonly value: Value;
  readonly choices: readonly Choice<Value>[];
  readonly pick: (value: Value) => void;
}

interface PickerProps {
  /** What is chosen here. */
  readonly label: string;
  /** What is chosen now. */
  readonly text: string;
  readonly icon: IconName;
  readonly danger?: boolean;
  readonly groups: readonly PickerGroup[];
  readonly onOpen?: () => void;
  readonly class?: string;
}

export function Picker({ label, text, icon, danger = false, groups, ...more }: PickerProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        ref={button}
        type="button"
        class={`ghost picker ${danger ? "danger" : ""} ${more.class ?? ""}`}
        aria-label={`${label}: ${text}`}
        title={`${label}: ${text}`}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => {
          if (!open) more.onOpen?.();
          setOpen(!open);
        }}
      >
        <Icon name={icon} />
        <span class="chosen">{text}</span>
        <Icon name="chevron" />
      </button>
      {open
        ? (
          <Popup
            anchor={button}
            role="menu"
            label={label}
            class="choices"
            onClose={() => setOpen(false)}
          >
            {groups.map((group) => <Group key={group.title} {...group} />)}
          </Popup>
        )
        : null}
    </>
  );
}

function Group({ title, value, choices, pick }: PickerGroup) {
  return (
    <div role="group" aria-label={title}>
      <h3 aria-hidden="true">{title}</h3>
      {choices.map((choice) => {
        const chosen = choice.value === value;
        return (
          <button
            key={choice.value ?? ""}
            type="button"
            role="menuitemradio"
            aria-checked={chosen}
            data-first={chosen || undefined}
            tabIndex={-1}
            class={choice.danger ? "choice danger" : "choice"}
            onClick={() => pick(choice.value)}
          >
            <span class="tick">{chosen ? <Icon name="check" /> : null}</span>
            <span>
              {choice.label}
              {choice.means === "" ? null : <small>{choice.means}</small>}
            </span>
          </button>
        );
      })}
    </div>
  );
}

/** The menu over the composer: files for an @, commands for a slash. The editor keeps the focus. */
import { useLayoutEffect, useRef } from "preact/hooks";
import { Icon, type IconName } from "./icons.tsx";

export interface Suggestion {
  readonly key: string;
  readonly icon: IconName;
  readonly label: string;
  readonly detail: string;
}

interface SuggestionListProps {
  readonly title: string;
  readonly items: readonly Suggestion[];
  readonly active: number;
  /** Said in place of an empty list. */
  readonly none: string;
  readonly pick: (index: number) => void;
}

/** The id of the list, for `aria-controls`. */
export const SUGGESTIONS_ID = "suggestions";

/** The id of one of them, for `aria-activedescendant`. */
export function suggestionId(index: number): string {
  return `${SUGGESTIONS_ID}-${index}`;
}

export function SuggestionList({ title, items, active, none, pick }: SuggestionListProps) {
  const list = useRef<HTMLUListElement>(null);
  useLayoutEffect(() => {
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [active, items]);
  return (
    <div class="suggestions">
      <ul ref={list} id={SUGGESTIONS_ID} role="listbox" aria-label={title}>
        {items.map((item, index) => (
          <li
            key={item.key}
            id={suggestionId(index)}
            role="option"
            aria-selected={index === active}
            class="choice"
            // Not on click: by then the editor would have lost the caret.
            onPointerDown={(event) => {
              event.preventDefault();
              pick(index);
            }}
          >
            <Icon name={item.icon} />
            <span class="label">{item.label}</span>
            <span class="detail">{item.detail}</span>
          </li>
        ))}
      </ul>
      {items.length === 0 ? <p class="none">{none}</p> : null}
    </div>
  );
}

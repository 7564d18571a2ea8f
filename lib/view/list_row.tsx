/** One conversation in the list: its name, its marks, its menu; the name is changed in place. */
import { useLayoutEffect, useRef } from "preact/hooks";
import { Badge } from "./badge.tsx";
import { Icon } from "./icons.tsx";
import { ago, type ListItem } from "./list_items.ts";
import { MenuButton, type MenuItem } from "./menu.tsx";

interface ListRowProps {
  readonly item: ListItem;
  readonly current: boolean;
  readonly unread: boolean;
  readonly busy: boolean;
  readonly nowMs: number;
  readonly renaming: boolean;
  readonly menu: readonly MenuItem[];
  readonly open: () => void;
  /** Null leaves the name as it was. */
  readonly rename: (label: string | null) => void;
}

export function ListRow(props: ListRowProps) {
  const { item, current, menu } = props;
  const classes = ["item", current ? "current" : "", props.unread ? "unread" : ""];
  return (
    <li class={classes.join(" ").trim()} data-id={item.id}>
      {props.renaming ? <RenameField label={item.label} done={props.rename} /> : (
        <>
          <a
            href={`/c/${item.id}`}
            aria-current={current ? "page" : undefined}
            aria-busy={props.busy || undefined}
            onClick={(event) => {
              // A click with a modifier, or with another button, opens a tab as anywhere.
              if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
              event.preventDefault();
              props.open();
            }}
          >
            <span class="name">{item.label || "Untitled"}</span>
            {item.events === 0 ? null : <Badge count={item.events} of="unread event" />}
            <Marks item={item} unread={props.unread} nowMs={props.nowMs} />
          </a>
          {menu.length === 0
            ? null
            : <MenuButton label={`Actions for ${item.label || "Untitled"}`} items={menu} />}
        </>
      )}
    </li>
  );
}

/** The one mark that matters most: waiting, running, new, or else how long ago it was. */
function Marks({ item, unread, nowMs }: { item: ListItem; unread: boolean; nowMs: number }) {
  if (item.approvals > 0) {
    return (
      <span class="mark waits" title="Waits for your approval">
        <Icon name="shield" />
        <span class="sr-only">waits for your approval</span>
      </span>
    );
  }
  if (item.running) {
    return (
      <span class="mark" title="Running">
        <span class="spinner" aria-hidden="true" />
        <span class="sr-only">running</span>
      </span>
    );
  }
  if (unread) {
    return (
      <span class="mark" title="New since you last looked">
        <span class="news" aria-hidden="true" />
        <span class="sr-only">has news</span>
      </span>
    );
  }
  return <span class="mark when">{item.draft ? "draft" : ago(item.updated_at, nowMs)}</span>;
}

/** The name, to be changed; null leaves it as it was. */
export function RenameField(
  { label, done }: { label: string; done: (label: string | null) => void },
) {
  const field = useRef<HTMLInputElement>(null);
  // A key and the loss of focus that follows it must not both count.
  const over = useRef(false);
  useLayoutEffect(() => field.current?.select(), []);
  const finish = (keep: boolean) => {
    if (over.current) return;
    over.current = true;
    const name = field.current?.value.trim() ?? "";
    done(keep && name !== "" && name !== label ? name : null);
  };
  return (
    <input
      ref={field}
      class="rename"
      aria-label="New name"
      maxLength={200}
      defaultValue={label}
      onBlur={() => finish(true)}
      onKeyDown={(event) => {
        if (event.isComposing) return;
        if (event.key === "Enter") finish(true);
        else if (event.key === "Escape") finish(false);
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    />
  );
}

/**
 * The list of conversations: search, groups by day, one row each, and the foot with what concerns
 * the whole service. Arrow keys go through the rows.
 */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Icon } from "./icons.tsx";
import { grouped, type ListItem, matching } from "./list_items.ts";
import { ListRow } from "./list_row.tsx";
import { SearchHits } from "./search_hits.tsx";
import type { MenuItem } from "./menu.tsx";

/** What can be done with a conversation from the list. */
export interface ListActions {
  open(id: string | null, entry?: number): void;
  rename(id: string, label: string): void;
  /** The entries of a row's menu beside renaming. */
  menu(item: ListItem): readonly MenuItem[];
  showArchived(): Promise<void>;
}

interface ConversationListProps {
  readonly items: readonly ListItem[];
  readonly unread: ReadonlySet<string>;
  readonly current: string | null;
  /** The one that is being fetched. */
  readonly going: string | null;
  readonly nowMs: number;
  readonly actions: ListActions;
  readonly search: {
    readonly query: string;
    readonly hits: readonly Parameters<typeof SearchHits>[0]["hits"][number][] | null;
    readonly indexing: boolean;
  };
  readonly setQuery: (query: string) => void;
  readonly foot: ComponentChildren;
  readonly close: () => void;
}

export function ConversationList(props: ConversationListProps) {
  const { items, unread, current, nowMs, actions } = props;
  const { setQuery, search: { query, hits, indexing } } = props;
  const [renaming, setRenaming] = useState<string | null>(null);
  const [withArchived, setWithArchived] = useState(false);
  const shown = matching(items.filter((item) => !item.archived), query);
  const archived = withArchived ? matching(items.filter((item) => item.archived), query) : [];
  const groups = grouped(shown, nowMs);
  if (archived.length > 0) groups.push({ title: "Archived", items: archived });
  return (
    <nav class="list" id="list" aria-label="Conversations" onKeyDown={onKeyDown}>
      <header>
        <a
          class="brand"
          href="/"
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return;
            event.preventDefault();
            actions.open(null);
          }}
        >
          Pilothouse
        </a>
        <button type="button" class="new" onClick={() => actions.open(null)}>
          <Icon name="plus" /> New
        </button>
        <button type="button" class="ghost narrow-only" aria-label="Close" onClick={props.close}>
          <Icon name="close" />
        </button>
      </header>
      <div class="search">
        <Icon name="search" />
        <input
          type="search"
          placeholder="Search"
          aria-label="Search conversations"
          value={query}
          onInput={(event) => setQuery(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Escape" && query !== "") {
              event.stopPropagation();
              setQuery("");
            }
          }}
        />
      </div>
      <div class="groups">
        {groups.map(({ title, items }) => (
          <section key={title} aria-label={title}>
            <h2>{title}</h2>
            <ul>
              {items.map((item) => (
                <ListRow
                  key={item.id}
                  item={item}
                  current={item.id === current}
                  unread={unread.has(item.id)}
                  busy={item.id === props.going}
                  nowMs={nowMs}
                  renaming={renaming === item.id}
                  menu={menuOf(item)}
                  open={() => actions.open(item.id)}
                  rename={(label) => {
                    setRenaming(null);
                    if (label !== null) actions.rename(item.id, label);
                  }}
                />
              ))}
            </ul>
          </section>
        ))}
        {groups.length === 0 && query === "" ? <p class="none">No conversations yet.</p> : null}
        {groups.length === 0 && query !== ""
          ? <p class="none">No conversation has this in its name.</p>
          : null}
        {hits === null
          ? null
          : <SearchHits hits={hits} indexing={indexing} nowMs={nowMs} open={actions.open} />}
        {withArchived && archived.length === 0 ? <p class="none">Nothing is archived.</p> : null}
        <button
          type="button"
          class="ghost archived"
          aria-pressed={withArchived}
          onClick={() => {
            setWithArchived(!withArchived);
            if (!withArchived) void actions.showArchived();
          }}
        >
          <Icon name="archive" /> {withArchived ? "Hide archived" : "Show archived"}
        </button>
      </div>
      <footer>{props.foot}</footer>
    </nav>
  );

  function menuOf(item: ListItem): readonly MenuItem[] {
    const more = actions.menu(item);
    if (more.length === 0) return [];
    return [{ label: "Rename", icon: "pencil", run: () => setRenaming(item.id) }, ...more];
  }

  function onKeyDown(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const links = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>("li > a")];
    if (event.key === "F2" && target.matches("li > a")) {
      setRenaming(target.closest("li")?.dataset["id"] ?? null);
    } else if (step !== undefined && target.matches("li > a, input[type=search]")) {
      event.preventDefault();
      const to = links.indexOf(target) + step;
      if (to >= 0) links[Math.min(to, links.length - 1)]?.focus();
    }
  }
}

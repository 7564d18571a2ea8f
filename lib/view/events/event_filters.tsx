/** Which events the panel shows: all, the unread, or those that went wrong; by urgency and words. */
import { SEVERITIES } from "./event_words.ts";
import type { EventFilter, EventGroup } from "./panel_event.ts";

const GROUPS: readonly (readonly [EventGroup, string])[] = [
  ["all", "All"],
  ["unread", "Unread"],
  ["problems", "Problems"],
];

interface EventFiltersProps {
  readonly filter: EventFilter;
  readonly unread: number;
  readonly change: (change: Partial<EventFilter>) => void;
}

export function EventFilters({ filter, unread, change }: EventFiltersProps) {
  return (
    <div class="event-filters" role="search" aria-label="Filter events">
      <div class="segments" role="group" aria-label="Which events">
        {GROUPS.map(([group, label]) => (
          <button
            key={group}
            type="button"
            aria-pressed={filter.group === group}
            onClick={() => change({ group })}
          >
            {label}
            {group === "unread" && unread > 0 ? ` ${unread}` : ""}
          </button>
        ))}
      </div>
      <select
        aria-label="Least severity"
        value={filter.severity}
        onChange={({ currentTarget }) => change({ severity: currentTarget.value })}
      >
        {SEVERITIES.map((severity) => (
          <option key={severity} value={severity}>
            {severity === "debug" ? "any severity" : `${severity} and above`}
          </option>
        ))}
      </select>
      <input
        type="search"
        aria-label="Words in type, title or source"
        placeholder="Filter"
        value={filter.words}
        onInput={({ currentTarget }) => change({ words: currentTarget.value })}
      />
    </div>
  );
}

/**
 * Something that happened outside and was reported here: what, how bad, who says so and how far
 * that can be trusted, and what became of the report.
 */
import { STATE_WORDS } from "../events/event_words.ts";
import { RowTools } from "../row_tools.tsx";
import { useKept } from "../timeline_tools.ts";
import { visible } from "../visible.ts";

export interface EventCardProps {
  readonly id: string;
  readonly ts: string;
  readonly severity: string;
  /** Dot-separated, such as `build.failed`. */
  readonly event_type: string;
  readonly title: string;
  readonly text: string;
  readonly source: string;
  readonly trust: string;
  readonly state: string;
  /** Why it did not go further. */
  readonly reason: string | null;
}

/** A longer text is folded. */
const TEXT_OPEN = 400;

export function EventCard(props: EventCardProps) {
  const { id, ts, severity, event_type, title, text, source, trust, state, reason } = props;
  const [all, setAll] = useKept(`${id}:all`, false);
  const long = text.length > TEXT_OPEN * 1.2;
  return (
    <article class={`row event is-${severity}`} data-id={id} aria-label={`Event, ${severity}`}>
      <header>
        <span class="severity">{severity}</span>
        <span class="label" dir="auto">{visible(title)}</span>
        <span class="state" title={reason ?? undefined}>{STATE_WORDS[state] ?? state}</span>
      </header>
      {text === "" ? null : (
        <p class="summary" dir="auto">
          {long && !all ? `${visible(text.slice(0, TEXT_OPEN))}…` : visible(text)}
          {long && !all
            ? <button type="button" class="more" onClick={() => setAll(true)}>Show all</button>
            : null}
        </p>
      )}
      <p class="foot">
        <code>{visible(event_type)}</code>
        <span>from {visible(source)}</span>
        <span class="trust">{trust}</span>
      </p>
      {reason === null || reason === "" ? null : <p class="foot">{visible(reason)}</p>}
      <RowTools ts={ts} text={() => [title, text].filter(Boolean).join("\n\n")} what="event" />
    </article>
  );
}

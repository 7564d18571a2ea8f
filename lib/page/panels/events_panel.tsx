/** The panel of events from outside: what came, what became of it, and what a person can do. */
import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { EventFilters } from "../../view/events/event_filters.tsx";
import { EventItem } from "../../view/events/event_item.tsx";
import { isUnread, type PanelEvent } from "../../view/events/panel_event.ts";
import { StartTurn } from "../../view/events/start_turn.tsx";
import { plural } from "../../view/words.ts";
import { EventRules } from "./event_rules.tsx";
import { EventsModel, MOST_EVENTS } from "./events_model.ts";
import type { PanelProps } from "../panels.ts";

export function EventsPanel({ controls, actions }: PanelProps) {
  const model = useMemo(() => new EventsModel(), []);
  const rules = useSignal(false);
  const starting = useSignal<{ event: PanelEvent; proposed: string | null } | null>(null);
  const conversation = controls.id.value;
  useEffect(() => {
    const read = () => void model.read(controls.id.peek());
    read();
    return controls.listen({
      onEvent: (event) => void (model.receive(event) && read()),
      onReset: read,
    });
  }, [conversation]);

  if (rules.value) {
    return <EventRules thread={model.thread} back={() => void (rules.value = false)} />;
  }
  const shown = model.shown.value;
  const { event, proposed } = starting.value ?? {};
  return (
    <section class="events" aria-label="Events">
      <div class="events-head">
        <EventFilters
          filter={model.filter.value}
          unread={model.unread.value}
          change={(change) => model.change(change)}
        />
        <div class="events-tools">
          <span class="count" aria-live="polite">{plural(shown.length, "event")}</span>
          <button
            type="button"
            class="ghost text"
            disabled={!shown.some(({ state }) => isUnread(state))}
            title="Acknowledge all that are shown here and unread"
            onClick={() => void model.ack(model.unreadShown())}
          >
            Acknowledge all
          </button>
          <button type="button" class="ghost text" onClick={() => void (rules.value = true)}>
            Rules
          </button>
        </div>
      </div>
      {model.problem.value === null ? null : <p class="bad" role="alert">{model.problem.value}</p>}
      <Empty model={model} shown={shown.length} />
      <ul class="event-list">
        {shown.map((one) => {
          const open = model.open.value === one.seq;
          return (
            <EventItem
              key={one.seq}
              event={one}
              open={open}
              receipt={open ? model.receipt.value : null}
              actions={{
                toggle: () => model.toggle(one.seq),
                ack: () => void model.ack([one]),
                start: (text) => void (starting.value = { event: one, proposed: text }),
              }}
            />
          );
        })}
      </ul>
      {model.events.value.length < MOST_EVENTS ? null : (
        <p class="quiet">
          The latest {MOST_EVENTS} events. Older ones: <code>pilothouse events list</code>
        </p>
      )}
      {event === undefined ? null : (
        <StartTurn
          event={event}
          proposed={proposed ?? null}
          send={(text) => void start(event, text)}
          onClose={() => void (starting.value = null)}
        />
      )}
    </section>
  );

  async function start(event: PanelEvent, text: string): Promise<void> {
    if (!await model.requeue(event)) return;
    if (await controls.send({ text, images: [], mode: "auto" })) {
      actions.tell("A turn was started.");
    }
  }
}

/** What stands in place of a list. */
function Empty({ model, shown }: { model: EventsModel; shown: number }) {
  if (shown > 0 || model.problem.value !== null) return null;
  if (model.status.value === "reading") return <p class="quiet">Reading…</p>;
  if (model.status.value === "no thread") {
    return <p class="quiet">Events can come in once the conversation has begun.</p>;
  }
  if (model.events.value.length > 0) return <p class="quiet">No event is like this.</p>;
  return (
    <div class="quiet">
      <p>No events yet. Any script can send one, for example:</p>
      <pre tabIndex={0}>
        {`pilothouse events run --thread ${model.thread ?? "…"} -- make test`}
      </pre>
    </div>
  );
}

/**
 * One event in the panel: a line that opens, and behind it all that is known. Every word of it comes
 * from outside and stays text; addresses are links only where they are http(s).
 */
import { useId } from "preact/hooks";
import type { Receipt } from "../../events/receipt.ts";
import { Icon } from "../icons.tsx";
import { visible } from "../visible.ts";
import { clockTime, fullTime } from "../words.ts";
import { MODE_WORDS, STATE_WORDS } from "./event_words.ts";
import { isUnread, type PanelEvent, startObstacle, type SuggestedAction } from "./panel_event.ts";

/** What a person can do with an event. */
export interface EventActions {
  readonly toggle: () => void;
  readonly ack: () => void;
  /** With the text that the sender proposes, where one was clicked. */
  readonly start: (proposed: string | null) => void;
}

interface EventItemProps {
  readonly event: PanelEvent;
  readonly open: boolean;
  /** All that the ledger knows, once it is read. */
  readonly receipt: Receipt | null;
  readonly actions: EventActions;
}

export function EventItem({ event, open, receipt, actions }: EventItemProps) {
  const { severity, title, ts, type, source, state } = event;
  const body = useId();
  const classes = ["event-item", severity, isUnread(state) ? "unread" : ""];
  return (
    <li class={classes.join(" ").trim()} data-seq={event.seq} data-state={state}>
      <button
        type="button"
        class="line"
        aria-expanded={open}
        aria-controls={body}
        onClick={actions.toggle}
      >
        <span class="severity">{severity}</span>
        <span class="title" dir="auto">{visible(title)}</span>
        <time dateTime={ts} title={fullTime(ts)}>{clockTime(ts)}</time>
        <span class="meta">
          <code>{visible(type)}</code>
          <span class="source" dir="auto">{visible(source)}</span>
          <span class={`state ${state}`}>{STATE_WORDS[state] ?? visible(state)}</span>
        </span>
      </button>
      <div id={body} class="body" hidden={!open}>
        {open ? <Details event={event} receipt={receipt} actions={actions} /> : null}
      </div>
    </li>
  );
}

function Details(
  { event, receipt, actions }: Pick<EventItemProps, "event" | "receipt" | "actions">,
) {
  const { text, trust, mode, reason, state } = event;
  const obstacle = startObstacle(event);
  return (
    <>
      {text === "" ? null : <p class="summary" dir="auto">{visible(text)}</p>}
      <dl class="facts">
        <dt>Trust</dt>
        <dd>{visible(trust)}. It is data, never an instruction.</dd>
        <dt>Delivery</dt>
        <dd>{MODE_WORDS[mode] ?? visible(mode)}{reason ? ` (${visible(reason)})` : ""}</dd>
        {receipt === null ? null : <Proof receipt={receipt} />}
      </dl>
      {receipt === null ? null : <Attached receipt={receipt} />}
      <ul class="actions" aria-label="Actions">
        {event.actions.map((action) => (
          <li key={action.id}>
            <Suggested action={action} start={actions.start} />
          </li>
        ))}
        <li>
          <button
            type="button"
            class="primary"
            disabled={obstacle !== null}
            title={obstacle ?? undefined}
            onClick={() => actions.start(null)}
          >
            Start a turn with this
          </button>
        </li>
        {state === "acked" ? null : (
          <li>
            <button type="button" onClick={actions.ack}>Acknowledge</button>
          </li>
        )}
      </ul>
    </>
  );
}

/** How it came where it is: the states with their times, the turn, the id that came back. */
function Proof({ receipt: { history, turn_id, client_id, event, door } }: { receipt: Receipt }) {
  return (
    <>
      <dt>Receipt</dt>
      <dd>
        <ol class="history">
          {history.map(({ state, unix_ms }) => (
            <li key={`${state} ${unix_ms}`}>
              {STATE_WORDS[state] ?? state}{" "}
              <time>{fullTime(new Date(unix_ms).toISOString()).slice(11)}</time>
            </li>
          ))}
        </ol>
      </dd>
      {turn_id === null ? null : (
        <>
          <dt>Turn</dt>
          <dd>
            <code>{visible(turn_id)}</code>
          </dd>
        </>
      )}
      {client_id === null ? null : (
        <>
          <dt>Sent as</dt>
          <dd>
            <code>{visible(client_id)}</code>
          </dd>
        </>
      )}
      <dt>Came by</dt>
      <dd>
        {door}, as <code>{visible(event.event_id)}</code>
      </dd>
    </>
  );
}

/** What the sender put beside the text. */
function Attached({ receipt: { event } }: { receipt: Receipt }) {
  const { artifacts = [], payload, source } = event;
  const links = [
    ...(source.url === undefined ? [] : [{ title: "Source", url: source.url }]),
    ...artifacts.map(({ kind, title, ref }) => ({
      title: title || kind,
      url: ref.type === "url" ? ref.url : ref.path,
    })),
  ];
  return (
    <>
      {links.length === 0 ? null : (
        <ul class="artifacts">
          {links.map(({ title, url }, at) => (
            <li key={at}>
              <span dir="auto">{visible(title)}</span>: <Address url={url} />
            </li>
          ))}
        </ul>
      )}
      {payload === undefined ? null : (
        <details>
          <summary>Payload</summary>
          <pre tabIndex={0}>{visible(JSON.stringify(payload, null, 2))}</pre>
        </details>
      )}
    </>
  );
}

/** A link that shows where it leads, or plain text. */
function Address({ url }: { url: string }) {
  if (!/^https?:\/\//i.test(url)) return <code>{visible(url)}</code>;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer nofollow">
      <code>{visible(url)}</code>
    </a>
  );
}

/** A button that the sender suggests; nothing happens without a click, and no kind runs by itself. */
function Suggested(
  { action, start }: { action: SuggestedAction; start: EventActions["start"] },
) {
  const { title, kind, args } = action;
  const url = args["url"];
  if (kind === "open_url" && typeof url === "string" && /^https?:\/\//i.test(url)) {
    return (
      <a
        class="button"
        href={url}
        target="_blank"
        rel="noopener noreferrer nofollow"
        title={visible(url)}
      >
        <span dir="auto">{visible(title)}</span>
        <small>{visible(hostOf(url))}</small>
      </a>
    );
  }
  const prompt = args["prompt"];
  if (kind === "start_turn" && typeof prompt === "string") {
    return (
      <button type="button" onClick={() => start(prompt)}>
        <span dir="auto">{visible(title)}</span> <Icon name="arrow_up" />
      </button>
    );
  }
  return (
    <span class="unknown" title={`This page does not know actions of the kind ${visible(kind)}`}>
      <span dir="auto">{visible(title)}</span> ({visible(kind)})
    </span>
  );
}

function hostOf(url: string): string {
  return /^https?:\/\/([^/?#]*)/i.exec(url)?.[1] ?? "";
}

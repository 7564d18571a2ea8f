/** The messages that wait for the running turn to end: read, changed, moved, taken away. */
import { useState } from "preact/hooks";
import type { QueueView, WaitingMessage } from "../hub/hub.ts";
import { Icon } from "./icons.tsx";
import { plural } from "./words.ts";

/** What can be done with them. */
export interface QueueActions {
  move(id: string, by: -1 | 1): unknown;
  edit(id: string, text: string): unknown;
  unqueue(id: string | null): unknown;
  steer(message: WaitingMessage): unknown;
  goOn(): unknown;
}

interface WaitingMessagesProps {
  readonly queue: QueueView;
  readonly running: boolean;
  readonly actions: QueueActions;
}

const HELD = {
  interrupted: "The turn was stopped, so they wait for you.",
  failed: "The last turn failed, so they wait for you.",
} as const;

export function WaitingMessages({ queue, running, actions }: WaitingMessagesProps) {
  const { waiting, held } = queue;
  if (waiting.length === 0) return null;
  return (
    <section class="waiting" aria-label="Queue">
      <header>
        <span>
          {plural(waiting.length, "message")} {waiting.length === 1 ? "waits" : "wait"}
          {held === null ? "" : `. ${HELD[held]}`}
        </span>
        {held === null
          ? null
          : <button type="button" class="primary" onClick={() => actions.goOn()}>Go on</button>}
        <button type="button" class="ghost" onClick={() => actions.unqueue(null)}>
          Remove all
        </button>
      </header>
      <ol>
        {waiting.map((message, at) => (
          <Waiting
            key={message.id}
            message={message}
            first={at === 0}
            last={at === waiting.length - 1}
            running={running}
            actions={actions}
          />
        ))}
      </ol>
    </section>
  );
}

interface WaitingProps {
  readonly message: WaitingMessage;
  readonly first: boolean;
  readonly last: boolean;
  readonly running: boolean;
  readonly actions: QueueActions;
}

function Waiting({ message, first, last, running, actions }: WaitingProps) {
  const { id, text, images = [] } = message;
  const [editing, setEditing] = useState(false);
  if (editing) {
    return (
      <li>
        <EditField
          text={text}
          done={(next) => {
            setEditing(false);
            if (next !== null) void actions.edit(id, next);
          }}
        />
      </li>
    );
  }
  return (
    <li>
      <button type="button" class="words" title="Change it" onClick={() => setEditing(true)}>
        {text || "(no text)"}
        {images.length === 0 ? "" : ` · ${plural(images.length, "picture")}`}
      </button>
      <Tool label="Move up" icon="up" disabled={first} run={() => actions.move(id, -1)} />
      <Tool label="Move down" icon="down" disabled={last} run={() => actions.move(id, 1)} />
      {running ? <Tool label="Say it now" icon="steer" run={() => actions.steer(message)} /> : null}
      <Tool label="Remove" icon="close" run={() => actions.unqueue(id)} />
    </li>
  );
}

interface ToolProps {
  readonly label: string;
  readonly icon: "up" | "down" | "steer" | "close";
  readonly disabled?: boolean;
  readonly run: () => unknown;
}

function Tool({ label, icon, disabled = false, run }: ToolProps) {
  return (
    <button
      type="button"
      class="ghost"
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={() => void run()}
    >
      <Icon name={icon} />
    </button>
  );
}

function EditField({ text, done }: { text: string; done: (text: string | null) => void }) {
  const [value, setValue] = useState(text);
  return (
    <form
      class="edit"
      onSubmit={(event) => {
        event.preventDefault();
        done(value.trim() === "" || value === text ? null : value);
      }}
    >
      <textarea
        aria-label="Text that waits"
        rows={3}
        value={value}
        autofocus
        ref={(field) => field?.focus()}
        onInput={(event) => setValue(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          event.stopPropagation();
          done(null);
        }}
      />
      <button type="submit" class="primary">Save</button>
      <button type="button" onClick={() => done(null)}>Cancel</button>
    </form>
  );
}

/**
 * Asks before a turn is started with an event. A text that the sender proposes is shown as theirs: it
 * becomes the person's own words only when the person sends it, and what the agent then does goes
 * through the usual approvals.
 */
import { useRef } from "preact/hooks";
import { Dialog } from "../dialog.tsx";
import { visible } from "../visible.ts";
import { type PanelEvent, startText } from "./panel_event.ts";

interface StartTurnProps {
  readonly event: PanelEvent;
  readonly proposed: string | null;
  readonly send: (text: string) => void;
  readonly onClose: () => void;
}

const LONGEST = 4_000;

export function StartTurn({ event, proposed, send, onClose }: StartTurnProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const text = proposed === null
    ? startText(event)
    : `${startText(event)}\n\n${visible(proposed).slice(0, LONGEST)}`;
  return (
    <Dialog
      title="Start a turn with this event"
      class="start-turn"
      onClose={onClose}
      foot={
        <>
          <button type="button" onClick={onClose}>Cancel</button>
          <button
            type="button"
            class="primary"
            onClick={() => {
              const message = field.current!.value.trim();
              if (message === "") return;
              onClose();
              send(message);
            }}
          >
            Start the turn
          </button>
        </>
      }
    >
      <p>
        The agent gets the report as data beside your message. Nothing that it wants to do is
        allowed by this: it asks for approval as always.
      </p>
      {proposed === null ? null : (
        <p class="warning" role="note">
          The end of this text was proposed by “<span dir="auto">{visible(event.source)}</span>”
          {" "}
          ({visible(event.trust)}). Read it: you send it as your own words.
        </p>
      )}
      <textarea ref={field} aria-label="Message" rows={8} maxLength={20_000} autofocus>
        {text}
      </textarea>
    </Dialog>
  );
}

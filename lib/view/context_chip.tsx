/**
 * The chip in the composer that says what goes with the message beside its text, and shows all of
 * it: each command with a button to take it out, and exactly what the model will get.
 */
import { useRef, useState } from "preact/hooks";
import type { CommandContextView } from "../hub/events.ts";
import { Icon } from "./icons.tsx";
import { Popup } from "./popup.tsx";
import { visible } from "./visible.ts";

interface ContextChipProps {
  readonly context: CommandContextView | null;
  readonly actions: { remove(blockId: string | null): Promise<boolean> };
}

export function ContextChip({ context, actions }: ContextChipProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  if (context === null || !context.enabled || context.commands.length === 0) return null;
  const { total } = context;
  return (
    <div class="context-chip">
      <button
        ref={button}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Icon name="terminal" />
        {total === 1 ? "1 command attached" : `${total} commands attached`}
      </button>
      <button
        type="button"
        class="quiet"
        aria-label="Attach no commands"
        title="Attach none"
        onClick={() => void actions.remove(null)}
      >
        <Icon name="close" />
      </button>
      {open
        ? (
          <Popup
            anchor={button}
            role="dialog"
            label="Commands that go with the message"
            class="context-popup"
            onClose={() => setOpen(false)}
          >
            <Commands context={context} actions={actions} />
          </Popup>
        )
        : null}
    </div>
  );
}

function Commands(
  { context, actions }: { context: CommandContextView } & Pick<ContextChipProps, "actions">,
) {
  const { commands, dropped, text } = context;
  return (
    <>
      <p class="note">The agent is told of these with your next message.</p>
      <ul>
        {commands.map(({ block_id, cmd, exit_code, type, lines }) => (
          <li key={block_id}>
            <code>{visible(cmd)}</code>
            <span class={exit_code === 0 ? "state good" : "state"}>
              {type === "user_kill"
                ? "stopped"
                : exit_code === 0
                ? "✓"
                : `exit ${exit_code ?? "?"}`}
              {lines > 0 ? ` · ${lines} ${lines === 1 ? "line" : "lines"}` : ""}
            </span>
            <button
              type="button"
              class="quiet"
              aria-label={`Do not attach ${visible(cmd)}`}
              title="Do not attach"
              onClick={() => void actions.remove(block_id)}
            >
              <Icon name="close" />
            </button>
          </li>
        ))}
      </ul>
      {dropped > 0 ? <p class="note">{dropped} older ones are only counted.</p> : null}
      <details>
        <summary>Exactly what the model gets</summary>
        <pre tabIndex={0}>{visible(text ?? "")}</pre>
      </details>
    </>
  );
}

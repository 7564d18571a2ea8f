/** The row of buttons below the text: pictures, mentions, stop and send. */
import { useRef } from "preact/hooks";
import { Icon } from "./icons.tsx";

interface ComposerToolsProps {
  readonly running: boolean;
  /** Nothing is there to be sent. */
  readonly empty: boolean;
  readonly hint: string;
  /** What sending does while a turn runs. */
  readonly mode: "queue" | "steer";
  readonly setMode: (mode: "queue" | "steer") => void;
  readonly addPictures: (files: readonly File[]) => void;
  readonly mention: () => void;
  readonly interrupt: () => void;
}

export function ComposerTools(props: ComposerToolsProps) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <div class="tools">
      <button
        type="button"
        class="ghost"
        aria-label="Add a picture"
        title="Add a picture (or paste one)"
        onClick={() => picker.current?.click()}
      >
        <Icon name="image" />
      </button>
      <button
        type="button"
        class="ghost"
        aria-label="Mention a file"
        title="Mention a file (@)"
        onClick={props.mention}
      >
        <Icon name="at" />
      </button>
      <span class="hint" role="status">{props.hint}</span>
      {props.running ? <ModeSwitch mode={props.mode} setMode={props.setMode} /> : null}
      {props.running
        ? (
          <button
            type="button"
            class="round stop"
            aria-label="Stop"
            title="Stop (Esc Esc)"
            onClick={props.interrupt}
          >
            <Icon name="stop" />
          </button>
        )
        : null}
      <button
        type="submit"
        class="round primary"
        aria-label="Send"
        title={props.running ? MODES[props.mode].title : "Send (Enter)"}
        disabled={props.empty}
      >
        <Icon name="arrow_up" />
      </button>
      <input
        ref={picker}
        type="file"
        accept="image/png,image/jpeg,image/gif,image/webp"
        multiple
        hidden
        aria-label="Pictures"
        onChange={({ currentTarget }) => {
          props.addPictures([...currentTarget.files ?? []]);
          currentTarget.value = "";
        }}
      />
    </div>
  );
}

/** What Ctrl+Enter does, once. */
export function otherMode(mode: "queue" | "steer"): "queue" | "steer" {
  return mode === "queue" ? "steer" : "queue";
}

const MODES = {
  queue: { label: "Queue", title: "Send it when this turn is over (Ctrl+Enter: say it now)" },
  steer: { label: "Steer", title: "Say it into the running turn (Ctrl+Enter: queue it)" },
} as const;

function ModeSwitch({ mode, setMode }: Pick<ComposerToolsProps, "mode" | "setMode">) {
  return (
    <div class="segments" role="group" aria-label="While a turn runs">
      {(["queue", "steer"] as const).map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={one === mode}
          title={MODES[one].title}
          onClick={() => setMode(one)}
        >
          {MODES[one].label}
        </button>
      ))}
    </div>
  );
}

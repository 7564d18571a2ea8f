/** The row of buttons below the text: pictures, mentions, stop and send. */
import { useRef } from "preact/hooks";
import { Icon } from "./icons.tsx";

interface ComposerToolsProps {
  readonly running: boolean;
  /** Nothing is there to be sent. */
  readonly empty: boolean;
  readonly hint: string;
  /** Null where pictures cannot be sent. */
  readonly addPictures: ((files: readonly File[]) => void) | null;
  readonly mention: () => void;
  readonly interrupt: () => void;
}

export function ComposerTools(props: ComposerToolsProps) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <div class="tools">
      {props.addPictures === null ? null : (
        <button
          type="button"
          class="ghost"
          aria-label="Add a picture"
          title="Add a picture (or paste one)"
          onClick={() => picker.current?.click()}
        >
          <Icon name="image" />
        </button>
      )}
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
        title="Send"
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
          props.addPictures?.([...currentTarget.files ?? []]);
          currentTarget.value = "";
        }}
      />
    </div>
  );
}

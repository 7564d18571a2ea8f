/**
 * A dialog on the browser's own `<dialog>`: it keeps the focus inside, closes by Escape, makes the
 * rest of the page inert and gives the focus back. A click beside it closes it, too.
 */
import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { Icon } from "./icons.tsx";

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly class?: string;
  /** The title is for screen readers only. */
  readonly bare?: boolean;
  readonly children: ComponentChildren;
  readonly foot?: ComponentChildren;
}

export function Dialog({ title, onClose, bare = false, children, foot, ...more }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const closer = useRef<HTMLButtonElement>(null);
  const titleId = useId();
  useLayoutEffect(() => {
    const shown = dialog.current!;
    shown.showModal();
    // Where nothing asks for the focus, closing is not what one came for.
    if (closer.current?.matches(":focus")) shown.focus();
    return () => shown.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      tabIndex={-1}
      class={`dialog ${more.class ?? ""}`}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      // Keys of the page do not reach through.
      onKeyDown={(event) => event.stopPropagation()}
      onPointerDown={({ target }) => target === dialog.current && onClose()}
    >
      <div class="sheet">
        {bare ? <h2 id={titleId} class="sr-only">{title}</h2> : (
          <header>
            <h2 id={titleId}>{title}</h2>
            <button
              ref={closer}
              type="button"
              class="ghost"
              aria-label="Close"
              onClick={onClose}
            >
              <Icon name="close" />
            </button>
          </header>
        )}
        <div class="content">{children}</div>
        {foot === undefined ? null : <footer>{foot}</footer>}
      </div>
    </dialog>
  );
}

interface ConfirmProps {
  readonly title: string;
  readonly text: string;
  readonly action: string;
  readonly run: () => void;
  readonly onClose: () => void;
}

/** Asks before something that cannot easily be taken back. */
export function Confirm({ title, text, action, run, onClose }: ConfirmProps) {
  return (
    <Dialog
      title={title}
      class="small"
      onClose={onClose}
      foot={
        <>
          <button type="button" autofocus onClick={onClose}>Cancel</button>
          <button
            type="button"
            class="danger"
            onClick={() => {
              onClose();
              run();
            }}
          >
            {action}
          </button>
        </>
      }
    >
      <p>{text}</p>
    </Dialog>
  );
}

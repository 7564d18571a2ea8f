/** Where the person writes. Enter sends, Shift+Enter breaks the line; on phones Enter breaks it. */
import type { ReadonlySignal } from "@preact/signals";
import { useRef, useState } from "preact/hooks";

interface ComposerProps {
  readonly head: ReadonlySignal<{ readonly turnId: string | null }>;
  /** Resolves to false if the message did not go out: the text then stays. */
  readonly send: (text: string) => Promise<boolean>;
  readonly interrupt: () => void;
}

export function Composer({ head, send, interrupt }: ComposerProps) {
  const box = useRef<HTMLTextAreaElement>(null);
  const [busy, setBusy] = useState(false);
  const [empty, setEmpty] = useState(true);
  const running = head.value.turnId !== null;

  async function submit(): Promise<void> {
    const text = box.current?.value ?? "";
    if (text.trim() === "" || busy) return;
    setBusy(true);
    const sent = await send(text);
    setBusy(false);
    if (!sent || box.current === null) return;
    // What was typed while it was on its way stays.
    if (box.current.value.startsWith(text)) {
      box.current.value = box.current.value.slice(text.length);
    }
    onInput();
  }

  function onInput(): void {
    setEmpty((box.current?.value ?? "").trim() === "");
  }

  function onKeyDown(event: KeyboardEvent): void {
    // While an input method composes, Enter belongs to it.
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    if (matchMedia("(pointer: coarse)").matches) return;
    event.preventDefault();
    void submit();
  }

  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <textarea
        ref={box}
        rows={1}
        aria-label="Message"
        placeholder={running ? "Say more: it goes into the running turn" : "Message"}
        onInput={onInput}
        onKeyDown={onKeyDown}
        autofocus
      />
      {running ? <button type="button" class="stop" onClick={interrupt}>Stop</button> : null}
      <button type="submit" class="primary" disabled={busy || empty}>Send</button>
    </form>
  );
}

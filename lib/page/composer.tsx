/**
 * Where the person writes: an editable box with menus for files and commands, pictures, the
 * messages sent before, and a draft that is never lost. Enter sends, Shift+Enter breaks the line;
 * on phones Enter breaks it. What sending means is passed in.
 */
import { type ReadonlySignal, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { AttachmentStrip } from "../view/attachment_strip.tsx";
import { ComposerTools, otherMode } from "../view/composer_tools.tsx";
import { composerHint, messageText, requestOf } from "../view/message_text.ts";
import { suggestionId, SuggestionList, SUGGESTIONS_ID } from "../view/suggestion_list.tsx";
import * as api from "./api.ts";
import { Attachments } from "./attachments.ts";
import type { Command } from "./commands.ts";
import type { Outgoing } from "./conversation_controls.ts";
import { keepDraft, readDraft } from "./drafts.ts";
import { Editor } from "./editor.ts";
import { OlderMessages } from "./older_messages.ts";
import { isPhone } from "./phone.ts";
import { useTwice } from "./twice.ts";
import { Suggestions } from "./suggestions.ts";

interface ComposerProps {
  readonly running: boolean;
  readonly conversation: ReadonlySignal<string | null>;
  /** Earlier messages of this conversation, oldest first. */
  readonly sent: readonly string[];
  /** What sending does while a turn runs. */
  readonly mode: "queue" | "steer";
  readonly setMode: (mode: "queue" | "steer") => void;
  /** Resolves to false if the message did not go out: it then comes back. */
  readonly send: (message: Outgoing) => Promise<boolean>;
  readonly interrupt: () => void;
  /** Runs a command in the shared shell. */
  readonly runShell: (command: string) => Promise<boolean>;
  /** What goes with the message beside its text. */
  readonly context: ComponentChildren;
  readonly commands: () => readonly Command[];
  /** Gets the function that puts the caret here, and the text unless it is null. */
  readonly compose: { current: (text: string | null) => void };
  /** Says what went wrong; null takes it back. */
  readonly tell: (problem: string | null) => void;
}

const DRAFT_MS = 250;

export function Composer(props: ComposerProps) {
  const { running, conversation, send, interrupt, commands, tell } = props;
  const box = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor>(null);
  const empty = useSignal(true);
  const stop = useTwice(interrupt);
  const over = useSignal(false);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const history = useMemo(() =>
    new OlderMessages(
      props.sent,
      () => editor.current,
      (segments) => changed(() => editor.current?.set(segments)),
    ), []);
  const pictures = useMemo(() => new Attachments(tell), []);
  const suggestions = useMemo(() =>
    new Suggestions({
      files: (query, signal) => api.findFiles(conversation.peek(), query, signal),
      commands,
      putFile: (path, length) => changed(() => editor.current?.putFile(path, length)),
      putText: (text, length) => changed(() => editor.current?.putText(text, length)),
      runCommand: chooseCommand,
    }), []);

  useEffect(() => {
    const made = editor.current = new Editor(box.current!);
    const draft = readDraft(conversation.peek());
    if (draft !== null) {
      made.set(draft.segments);
      pictures.restore(draft.images);
      empty.value = draft.segments.length === 0;
    }
    if (!isPhone()) {
      made.focus();
      made.caretToEnd();
    }
    addEventListener("pagehide", keepNow);
    return () => {
      removeEventListener("pagehide", keepNow);
      keepNow();
    };
  }, []);

  // Done at once, not with the next drawing: the next letters may be on their way already.
  props.compose.current = (text) => {
    if (text !== null) changed(() => editor.current?.set([{ text }]));
    editor.current?.focus();
    editor.current?.caretToEnd();
  };

  function keepNow(): void {
    clearTimeout(timer.current);
    timer.current = undefined;
    const segments = history.isBack ? [] : editor.current?.segments ?? [];
    keepDraft(conversation.peek(), { segments, images: pictures.images });
  }

  /** Does something to the text and takes note of it. */
  function changed(change?: () => void): void {
    change?.();
    empty.value = editor.current?.text.trim() === "";
    clearTimeout(timer.current);
    timer.current = setTimeout(keepNow, DRAFT_MS);
  }

  function onInput(): void {
    history.leave();
    changed();
    suggest();
  }

  function suggest(): void {
    const { beforeCaret = "", text = "" } = editor.current ?? {};
    suggestions.update(beforeCaret, text);
  }

  function clear(): void {
    editor.current?.set([]);
    pictures.clear();
    suggestions.close();
    history.leave();
    empty.value = true;
    keepNow();
  }

  /** From the menu: what needs an argument waits for it, all else is done at once. */
  function chooseCommand(name: string, argument?: string): void {
    const command = commands().find((one) => one.name === name);
    if (command?.takes === undefined || argument !== undefined) {
      clear();
      void command?.run(argument ?? "");
    } else {
      changed(() => editor.current?.set([{ text: `/${name} ` }]));
      editor.current?.caretToEnd();
      suggest();
    }
  }

  /** Sends it, or does what it asks for; `otherwise` means the other way than usual. */
  async function submit(otherwise = false): Promise<void> {
    const segments = editor.current?.segments ?? [];
    const raw = messageText(segments);
    const text = raw.trim();
    const images = pictures.ready;
    if (images === null) return tell("A picture is still on its way.");
    if (text === "" && images.length === 0) return;
    const request = requestOf(raw.trimEnd(), (name) => commands().some((one) => one.name === name));
    clear();
    // A click on the button has taken the focus away.
    if (!isPhone()) editor.current?.focus();
    history.add(text);
    if (request.kind === "command") {
      const command = commands().find((one) => one.name === request.name);
      return void await command?.run(request.argument);
    }
    if (request.kind === "shell") return void await props.runShell(request.command);
    const mode = otherwise ? otherMode(props.mode) : props.mode;
    if (await send({ text, images, mode: running ? mode : "auto" })) return;
    // It comes back in front of what was written since.
    const since = editor.current?.segments ?? [];
    changed(() => editor.current?.set(since.length === 0 ? segments : [...segments, ...since]));
    pictures.restore([...images, ...pictures.images]);
    keepNow();
  }

  function onKeyDown(event: KeyboardEvent): void {
    // While an input method composes, all keys belong to it.
    if (event.isComposing || event.keyCode === 229) return;
    if (act(event)) event.preventDefault();
  }

  /** True if the key was for us. */
  function act(event: KeyboardEvent): boolean {
    const { key, shiftKey } = event;
    if (!shiftKey && suggestions.key(key)) {
      event.stopPropagation();
      return true;
    }
    if (key === "Enter") {
      if (shiftKey || isPhone()) changed(() => editor.current?.type("\n"));
      else void submit(event.ctrlKey || event.metaKey);
      return true;
    }
    if (key === "Escape" && running) {
      stop.press();
      return true;
    }
    if (key === "Backspace" && editor.current?.removeTokenBefore()) {
      onInput();
      return true;
    }
    return history.key(key);
  }

  function addPictures(files: readonly File[]): void {
    void pictures.add(files).then(() => changed());
  }

  /** Pictures become attachments, anything else text. */
  function take(data: DataTransfer | null): void {
    const files = [...data?.files ?? []];
    if (files.length > 0) return addPictures(files);
    editor.current?.type(data?.getData("text/plain").replaceAll("\r\n", "\n") ?? "");
  }

  const menu = suggestions.menu.value;
  const hint = composerHint(running ? props.mode : null);
  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {menu === null ? null : (
        <SuggestionList
          {...MENUS[menu.kind]}
          items={menu.items}
          active={menu.active}
          pick={(index) => suggestions.pick(index)}
        />
      )}
      <div
        class={over.value ? "card over" : "card"}
        onDragOver={(event) => {
          event.preventDefault();
          over.value = true;
        }}
        onDragLeave={() => void (over.value = false)}
        onDrop={(event) => {
          event.preventDefault();
          over.value = false;
          take(event.dataTransfer);
        }}
      >
        {props.context}
        <AttachmentStrip
          list={pictures.list.value}
          remove={(key) => changed(() => pictures.remove(key))}
        />
        <div
          ref={box}
          class={empty.value ? "editor empty" : "editor"}
          contenteditable
          role="textbox"
          aria-multiline="true"
          aria-label="Message"
          aria-placeholder={hint}
          data-placeholder={hint}
          aria-autocomplete="list"
          aria-controls={menu === null ? undefined : SUGGESTIONS_ID}
          aria-activedescendant={menu !== null && menu.items.length > 0
            ? suggestionId(menu.active)
            : undefined}
          spellcheck
          onInput={onInput}
          onKeyDown={onKeyDown}
          onKeyUp={({ key }) => CARET_KEYS.has(key) && suggest()}
          onPaste={(event) => {
            event.preventDefault();
            take(event.clipboardData);
          }}
          onBlur={() => suggestions.close()}
        />
        <ComposerTools
          running={running}
          empty={empty.value && pictures.list.value.length === 0}
          hint={stop.armed.value ? "Esc again to stop" : ""}
          addPictures={addPictures}
          mode={props.mode}
          setMode={props.setMode}
          mention={() => {
            const gap = /\S$/.test(editor.current?.beforeCaret ?? "") ? " " : "";
            editor.current?.type(`${gap}@`);
          }}
          interrupt={interrupt}
        />
      </div>
    </form>
  );
}

const MENUS = {
  file: { title: "Files", none: "No such file here." },
  command: { title: "Commands", none: "No such command." },
  choice: { title: "Choices", none: "Nothing like that." },
};
const CARET_KEYS = new Set(["ArrowLeft", "ArrowRight", "Home", "End"]);

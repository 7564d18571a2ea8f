/**
 * The Terminal panel: the conversation's shell, shared with the agent and with every other tab. Its
 * tools above, the terminal below; a mark beside each command opens what can be done with it.
 */
import { type Signal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Block } from "../../shell/blocks.ts";
import { BlockMenu, blockState } from "../../view/panels/block_menu.tsx";
import { Icon } from "../../view/icons.tsx";
import { Popup } from "../../view/popup.tsx";
import type { PanelProps } from "../panels.ts";
import { call, changeConversation } from "../api.ts";
import { linesOf } from "../terminal/paste.ts";
import { type LineState, PtyLine } from "../terminal/pty_line.ts";
import { ShellBlocks } from "../terminal/shell_blocks.ts";
import { TerminalScreen } from "../terminal/terminal_screen.ts";

const STATES: Readonly<Record<LineState, string>> = {
  connecting: "Connecting …",
  live: "",
  lost: "The line is cut. Trying again …",
  gone: "The shell has ended.",
};
const RECENT = 12;

interface Session {
  readonly screen: TerminalScreen;
  readonly line: PtyLine;
  readonly blocks: ShellBlocks;
}

export function TerminalPanel({ controls, actions }: PanelProps) {
  const id = controls.id.value;
  const host = useRef<HTMLDivElement>(null);
  const tools = useRef<HTMLButtonElement>(null);
  const session = useSignal<Session | null>(null);
  const pasting = useSignal<string | null>(null);
  const searching = useSignal(false);
  const menu = useSignal<Menu | null>(null);

  useEffect(() => {
    if (id === null || host.current === null) return;
    const blocks = new ShellBlocks(id);
    const screen = new TerminalScreen(host.current, {
      onKeys: (keys) => line.type(keys),
      onRoom: (cols, rows) => line.resize(cols, rows),
      onPaste: (text) => void (pasting.value = text),
      onMark: (blockId, mark) => void (menu.value = { blockId, anchor: mark }),
      onKey: (key) => {
        if (key === "leave") tools.current?.focus();
        else searching.value = true;
      },
    });
    const line = new PtyLine(id, {
      onOutput: (bytes) => screen.write(bytes),
      onMessage: (message) => {
        if (message.type === "event") blocks.take(message.event);
        if (message.type === "size") screen.resize(message.cols, message.rows);
        if (message.type !== "resync") return;
        screen.resync(message);
        const { room } = screen;
        if (room !== null && (room.cols !== message.cols || room.rows !== message.rows)) {
          line.resize(room.cols, room.rows);
        }
        void blocks.read().catch(() => {});
      },
    });
    const unmark = blocks.list.subscribe((list) => screen.mark(list.flatMap(marked)));
    session.value = { screen, line, blocks };
    screen.focus();
    return () => {
      session.value = null;
      unmark();
      line.close();
      screen.dispose();
    };
  }, [id]);

  const state = session.value?.line.state.value ?? "connecting";
  const blockActions = {
    copyCommand: (block: Block) => done(copy(block.cmd ?? "")),
    copyOutput: (block: Block) =>
      done((session.peek()?.blocks.output(block.block_id) ?? Promise.resolve("")).then(copy)),
    attach: (block: Block) =>
      done(
        controls.act((conversation_id) =>
          call("context", { conversation_id, block_id: block.block_id })
        ),
      ),
  };

  /** Whatever is chosen in a menu closes it; the keys belong to the shell again. */
  function done(work: Promise<unknown>): void {
    void work.catch((error) => actions.tell(error.message)).then(() => {
      menu.value = null;
      session.peek()?.screen.focus();
    });
  }

  if (id === null) return <NewShell start={() => void controls.ensureId("")} />;
  const all = session.value?.blocks.list.value ?? [];
  return (
    <div class="terminal-panel">
      <header>
        <button
          ref={tools}
          type="button"
          aria-haspopup="dialog"
          onClick={() => void (menu.value = { blockId: null, anchor: tools.current! })}
        >
          <Icon name="list" />Commands
        </button>
        <button
          type="button"
          aria-pressed={searching.value}
          onClick={() => void (searching.value = !searching.value)}
        >
          <Icon name="search" />Search
        </button>
        <TellSwitch controls={controls} />
        <p class="state" role="status">{STATES[state]}</p>
        {state === "gone"
          ? (
            <button type="button" class="primary" onClick={() => session.value?.line.open()}>
              Start a new one
            </button>
          )
          : null}
      </header>
      {searching.value && session.value !== null
        ? <Search screen={session.value.screen} searching={searching} />
        : null}
      {pasting.value !== null
        ? (
          <PasteQuestion
            text={pasting.value}
            paste={() => session.value?.screen.paste(pasting.value ?? "")}
            close={() => {
              pasting.value = null;
              session.value?.screen.focus();
            }}
          />
        )
        : null}
      <div ref={host} class="terminal-host" aria-label="Terminal, F6 leaves it" role="group" />
      {menu.value === null ? null : (
        <Popup
          anchor={{ current: menu.value.anchor }}
          role="dialog"
          label="Commands of the shell"
          class="block-popup"
          onClose={() => void (menu.value = null)}
        >
          <BlockMenu blocks={chosen(all, menu.value.blockId)} actions={blockActions} />
        </Popup>
      )}
    </div>
  );
}

interface Menu {
  /** The block whose mark was clicked; null for the latest ones. */
  readonly blockId: string | null;
  readonly anchor: HTMLElement;
}

function chosen(blocks: readonly Block[], blockId: string | null): readonly Block[] {
  if (blockId !== null) return blocks.filter(({ block_id }) => block_id === blockId);
  return blocks.filter(({ cmd }) => cmd !== null).slice(-RECENT).toReversed();
}

function marked(block: Block) {
  const { block_id, cmd, exit_code } = block;
  return cmd === null
    ? []
    : [{ block_id, cmd, exit_code, running: blockState(block) === "running" }];
}

function copy(text: string): Promise<void> {
  return navigator.clipboard.writeText(text);
}

/** Whether the agent is told of what is run here; the conversation's own setting. */
function TellSwitch({ controls }: Pick<PanelProps, "controls">) {
  const told = useSignal<boolean | null>(null);
  const id = controls.id.value;
  useEffect(() => {
    void call<{ enabled: boolean }>(`context?conversation_id=${id}`)
      .then(({ enabled }) => void (told.value = enabled), () => {});
    return controls.listen({
      onEvent: (event) => {
        if (event.type === "command_context") told.value = event.context.enabled;
      },
      onReset: () => {},
    });
  }, [id]);
  if (told.value === null) return null;
  const set = (command_context: boolean) =>
    controls.act(async (conversation) => {
      await changeConversation(conversation, { command_context });
      told.value = command_context;
    });
  return (
    <button
      type="button"
      class="tell"
      aria-pressed={told.value}
      title="What is run here goes with your next message"
      onClick={() => void set(told.peek() !== true)}
    >
      <Icon name={told.value ? "check" : "close"} />Tell the agent
    </button>
  );
}

function NewShell({ start }: { start: () => void }) {
  return (
    <div class="terminal-panel empty">
      <p>A shell belongs to a conversation, which begins with your first message.</p>
      <button type="button" class="primary" onClick={start}>Start one now</button>
    </div>
  );
}

function Search({ screen, searching }: { screen: TerminalScreen; searching: Signal<boolean> }) {
  const words = useRef<HTMLInputElement>(null);
  const none = useSignal(false);
  useEffect(() => words.current?.focus(), []);
  const find = (backwards: boolean) => {
    none.value = !screen.find(words.current?.value ?? "", backwards);
  };
  return (
    <form
      class="terminal-search"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        find(true);
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        event.stopPropagation();
        searching.value = false;
        screen.focus();
      }}
    >
      <input ref={words} type="search" aria-label="Search the terminal" placeholder="Search" />
      <button type="button" aria-label="Older" title="Older" onClick={() => find(true)}>
        <Icon name="up" />
      </button>
      <button type="button" aria-label="Newer" title="Newer" onClick={() => find(false)}>
        <Icon name="down" />
      </button>
      <span role="status">{none.value ? "Not found" : ""}</span>
    </form>
  );
}

interface PasteQuestionProps {
  readonly text: string;
  readonly paste: () => void;
  readonly close: () => void;
}

function PasteQuestion({ text, paste, close }: PasteQuestionProps) {
  const yes = useRef<HTMLButtonElement>(null);
  useEffect(() => yes.current?.focus(), []);
  return (
    <div class="paste-question" role="alertdialog" aria-label="Paste several lines?">
      <p>
        These {linesOf(text)} lines may run at once:
      </p>
      <pre tabIndex={0}>{text.slice(0, 2_000)}</pre>
      <p class="actions">
        <button type="button" onClick={close}>Cancel</button>
        <button
          ref={yes}
          type="button"
          class="primary"
          onClick={() => {
            paste();
            close();
          }}
        >
          Paste
        </button>
      </p>
    </div>
  );
}

/**
 * The terminal itself: xterm in an element of the page, with search, links, copy and paste, and a
 * mark in the margin for each block. Knows neither the network nor Preact.
 */
import { FitAddon } from "@xterm/addon-fit";
import { SearchAddon } from "@xterm/addon-search";
import { WebLinksAddon } from "@xterm/addon-web-links";
import { type IDecoration, Terminal } from "@xterm/xterm";
import { type PlacedCommand, placesOf, type TerminalLine } from "./block_places.ts";
import { linesOf } from "./paste.ts";
import { allowStyles } from "./styled_elements.ts";
import { terminalTheme } from "./terminal_colors.ts";

/** A block as its mark shows it. */
export interface MarkedBlock extends PlacedCommand {
  /** Null while it runs, or where nobody knows. */
  readonly exit_code: number | null;
  readonly running: boolean;
}

export interface ScreenListener {
  onKeys(keys: string): void;
  /** The room has changed; the shell should have this size. */
  onRoom(cols: number, rows: number): void;
  /** Several lines are to be pasted. */
  onPaste(text: string): void;
  onMark(blockId: string, mark: HTMLElement): void;
  /** A key that is not for the shell: leave it, or search. */
  onKey(key: "leave" | "search"): void;
}

const SCROLLBACK = 5_000;
const ROOM_MS = 80;
const MARKS_MS = 120;

export class TerminalScreen {
  readonly #terminal: Terminal;
  readonly #fit = new FitAddon();
  readonly #search = new SearchAddon();
  readonly #host: HTMLElement;
  readonly #listener: ScreenListener;
  readonly #leave: (() => void)[];
  #marks: IDecoration[] = [];
  #blocks: readonly MarkedBlock[] = [];
  #marking: ReturnType<typeof setTimeout> | undefined;

  constructor(host: HTMLElement, listener: ScreenListener) {
    this.#host = host;
    this.#listener = listener;
    const { fontFamily, fontSize } = getComputedStyle(host);
    this.#leave = [allowStyles(document)];
    this.#terminal = new Terminal({
      ...{ fontFamily, fontSize: parseFloat(fontSize), lineHeight: 1.2, scrollback: SCROLLBACK },
      // Marks in the margin are such.
      allowProposedApi: true,
      theme: terminalTheme(host),
      minimumContrastRatio: 4.5,
      cursorBlink: false,
      macOptionIsMeta: true,
    });
    this.#terminal.loadAddon(this.#fit);
    this.#terminal.loadAddon(this.#search);
    this.#terminal.loadAddon(new WebLinksAddon((_, address) => openLink(address)));
    this.#terminal.open(host);
    this.#terminal.onData((keys) => listener.onKeys(keys));
    this.#terminal.attachCustomKeyEventHandler((event) => this.#isForShell(event));
    this.#watch();
  }

  /** What fits into the room that there is. */
  get room(): { readonly cols: number; readonly rows: number } | null {
    const room = this.#fit.proposeDimensions();
    return room === undefined || !(room.cols > 1) || !(room.rows > 1) ? null : room;
  }

  focus(): void {
    this.#terminal.focus();
  }

  /** Starts over from a state of the shell's terminal. */
  resync({ cols, rows, state }: { cols: number; rows: number; state: string }): void {
    this.#terminal.reset();
    this.#terminal.resize(cols, rows);
    this.#terminal.write(state, () => this.#markSoon());
  }

  resize(cols: number, rows: number): void {
    this.#terminal.resize(cols, rows);
    this.#markSoon();
  }

  write(bytes: Uint8Array): void {
    this.#terminal.write(bytes);
  }

  /** As if typed, in brackets where the program takes pastes. */
  paste(text: string): void {
    this.#terminal.paste(text);
    this.focus();
  }

  /** Shows marks for these blocks, oldest first, where their commands stand. */
  mark(blocks: readonly MarkedBlock[]): void {
    this.#blocks = blocks;
    this.#markSoon();
  }

  /** Selects the next place of some words; false if there is none. */
  find(words: string, backwards: boolean): boolean {
    if (words === "") return true;
    return backwards ? this.#search.findPrevious(words) : this.#search.findNext(words);
  }

  /** Takes on the page's colours. */
  recolor(): void {
    this.#terminal.options.theme = terminalTheme(this.#host);
  }

  dispose(): void {
    clearTimeout(this.#marking);
    this.#terminal.dispose();
    for (const leave of this.#leave.splice(0)) leave();
  }

  #watch(): void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const sizes = new ResizeObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(() => this.#tellRoom(), ROOM_MS);
    });
    sizes.observe(this.#host);
    const themes = new MutationObserver(() => this.recolor());
    themes.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    const night = matchMedia("(prefers-color-scheme: dark)");
    const onNight = () => this.recolor();
    night.addEventListener("change", onNight);
    const onPaste = (event: ClipboardEvent) => this.#onPaste(event);
    this.#host.addEventListener("paste", onPaste, true);
    // Who works here now decides how large the shell's terminal is.
    const onFocus = () => this.#tellRoom();
    this.#host.addEventListener("focusin", onFocus);
    this.#leave.push(
      () => sizes.disconnect(),
      () => themes.disconnect(),
      () => night.removeEventListener("change", onNight),
      () => this.#host.removeEventListener("paste", onPaste, true),
      () => this.#host.removeEventListener("focusin", onFocus),
      () => clearTimeout(timer),
    );
  }

  #tellRoom(): void {
    const { room } = this;
    if (room === null) return;
    const { cols, rows } = this.#terminal;
    if (room.cols !== cols || room.rows !== rows) this.#listener.onRoom(room.cols, room.rows);
  }

  #onPaste(event: ClipboardEvent): void {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (linesOf(text) < 2) return;
    event.preventDefault();
    event.stopPropagation();
    this.#listener.onPaste(text);
  }

  /** False for keys that the page takes. */
  #isForShell(event: KeyboardEvent): boolean {
    if (event.type !== "keydown") return true;
    const { key, ctrlKey, metaKey, shiftKey } = event;
    const letter = key.toLowerCase();
    const selected = this.#terminal.getSelection();
    if ((ctrlKey || metaKey) && letter === "c" && (shiftKey || selected !== "")) {
      // A second Ctrl-C is one for the shell again.
      void navigator.clipboard.writeText(selected);
      this.#terminal.clearSelection();
      event.preventDefault();
      return false;
    }
    if ((ctrlKey || metaKey) && letter === "v") return false;
    const own = key === "F6"
      ? "leave"
      : (ctrlKey || metaKey) && shiftKey && letter === "f"
      ? "search"
      : null;
    if (own === null) return true;
    event.preventDefault();
    this.#listener.onKey(own);
    return false;
  }

  #markSoon(): void {
    clearTimeout(this.#marking);
    this.#marking = setTimeout(() => this.#placeMarks(), MARKS_MS);
  }

  #placeMarks(): void {
    for (const mark of this.#marks.splice(0)) mark.dispose();
    const buffer = this.#terminal.buffer.active;
    // A full-screen program has no blocks in it.
    if (buffer.type === "alternate") return;
    const rows: TerminalLine[] = [];
    for (let at = 0; at < buffer.length; at++) {
      const line = buffer.getLine(at);
      rows.push({ text: line?.translateToString(false) ?? "", wrapped: line?.isWrapped ?? false });
    }
    const cursor = buffer.baseY + buffer.cursorY;
    const places = placesOf(this.#blocks, rows);
    for (const block of this.#blocks) {
      const at = places.get(block.block_id);
      if (at !== undefined) this.#mark(block, at - cursor);
    }
  }

  #mark({ block_id, exit_code, running, cmd }: MarkedBlock, offset: number): void {
    const marker = this.#terminal.registerMarker(offset);
    const mark = this.#terminal.registerDecoration({ marker, x: 0, width: 1 });
    if (mark === undefined) return;
    this.#marks.push(mark);
    mark.onRender((element) => {
      const state = running ? "running" : exit_code === 0 ? "good" : "bad";
      element.className = `xterm-decoration block-mark ${state}`;
      element.title = running ? `${cmd}: running` : `${cmd}: exit ${exit_code ?? "unknown"}`;
      element.dataset.block = block_id;
      element.onclick = () => this.#listener.onMark(block_id, element);
    });
  }
}

function openLink(address: string): void {
  if (/^https?:\/\//i.test(address)) globalThis.open(address, "_blank", "noopener,noreferrer");
}

/**
 * The screen of one shell: a terminal without a window. Output goes in with its place in line, so
 * that whoever asks for the screen at a byte gets the screen at that byte. Under a flood it leaves
 * out what could not be seen anyway. Knows nothing of blocks.
 */
import serializing from "@xterm/addon-serialize";
import xterm from "@xterm/headless";
import { shortcut } from "../flood.ts";
import { joined } from "../frames.ts";
import type { Resync, ScreenView, ScrollbackView } from "../protocol.ts";

/** How large it is. */
export interface ScreenSize {
  readonly cols: number;
  readonly rows: number;
  readonly scrollback: number;
}

type Terminal = InstanceType<typeof xterm.Terminal>;
type Step = { readonly bytes: Uint8Array } | { readonly then: () => void };

/** What xterm gets at once: it works on one piece without a break. */
const PIECE = 64 * 1024;
/** Below this a shortcut is not worth its search. */
const FLOOD = 256 * 1024;
/** After this much at once more will follow: it is collected, for a longer shortcut. */
const LARGE = 64 * 1024;
const COLLECT_BYTES = 2 * 1024 * 1024;
/** No eye sees the difference. */
const COLLECT_MS = 20;

/** A terminal and the queue in front of it. */
export class Screen {
  readonly #terminal: Terminal;
  readonly #serializer = new serializing.SerializeAddon();
  readonly #onDrain: () => void;
  #steps: Step[] = [];
  /** How many of the steps are no bytes. */
  #thens = 0;
  #pending = 0;
  #busy = false;
  #collecting: ReturnType<typeof setTimeout> | undefined;
  #margins = false;
  /** Number of the byte behind the last one that was given in. */
  #offset = 0;

  /** `onReply`: what the terminal answers to questions of programs. `onDrain`: bytes were worked off. */
  constructor(size: ScreenSize, onReply: (text: string) => void, onDrain: () => void) {
    this.#terminal = new xterm.Terminal({ ...size, allowProposedApi: true, logLevel: "off" });
    this.#terminal.loadAddon(this.#serializer);
    this.#terminal.onData(onReply);
    this.#onDrain = onDrain;
    const { parser } = this.#terminal;
    // Scroll margins are not told otherwise, and a flood within them is not scrolled out.
    parser.registerCsiHandler({ final: "r" }, ([top, bottom]) => {
      this.#margins = Number(top || 1) > 1 || Number(bottom || this.rows) < this.rows;
      return false;
    });
    parser.registerEscHandler({ final: "c" }, () => this.#margins = false);
    parser.registerCsiHandler({ intermediates: "!", final: "p" }, () => this.#margins = false);
  }

  get cols(): number {
    return this.#terminal.cols;
  }

  get rows(): number {
    return this.#terminal.rows;
  }

  /** Bytes that wait. */
  get pending(): number {
    return this.#pending;
  }

  /** Whether the shell takes pasted text as such. */
  get bracketedPaste(): boolean {
    return this.#terminal.modes.bracketedPasteMode;
  }

  write(bytes: Uint8Array): void {
    this.#steps.push({ bytes });
    this.#pending += bytes.length;
    this.#offset += bytes.length;
    this.#work();
  }

  /** Calls `then` when all that was written before is on the screen. */
  after(then: () => void): void {
    this.#steps.push({ then });
    this.#thens += 1;
    this.#work();
  }

  /** Takes its place in line like output: what came before was made for the old size. */
  resize(cols: number, rows: number): void {
    this.after(() => this.#terminal.resize(cols, rows));
  }

  /** The screen as it is now. */
  view(): ScreenView {
    const buffer = this.#terminal.buffer.active;
    return {
      cols: this.cols,
      height: this.rows,
      rows: this.#lines(buffer.baseY, buffer.baseY + this.rows),
      cursor: { x: buffer.cursorX, y: buffer.cursorY },
      alt_screen: buffer.type === "alternate",
    };
  }

  /** The last lines, those of the screen included up to the cursor's. */
  scrollback(limit: number): ScrollbackView {
    const buffer = this.#terminal.buffer.normal;
    const end = buffer.baseY + buffer.cursorY + 1;
    return { lines: this.#lines(Math.max(0, end - limit), end, buffer), total: end };
  }

  /** The state after all that was written so far. */
  resync(scrollback: number): Promise<Resync> {
    const offset = this.#offset;
    return new Promise((resolve) =>
      this.after(() =>
        resolve({
          offset,
          cols: this.cols,
          rows: this.rows,
          state: this.#serializer.serialize({ scrollback }),
        })
      )
    );
  }

  /** Remembers where the cursor is; the place moves with the text. Gives a way to ask later. */
  place(): CursorPlace {
    const marker = this.#terminal.registerMarker(0);
    const column = this.#terminal.buffer.active.cursorX;
    return {
      isHere: () => {
        const buffer = this.#terminal.buffer.active;
        const line = buffer.baseY + buffer.cursorY;
        if (marker?.line !== line || buffer.cursorX !== column) return false;
        const rest = buffer.getLine(line)?.getCell(column)?.getChars() ?? "";
        return rest.trim() === "";
      },
      forget: () => marker?.dispose(),
    };
  }

  dispose(): void {
    this.#stopCollecting();
    this.#terminal.dispose();
  }

  #lines(from: number, to: number, buffer = this.#terminal.buffer.active): string[] {
    const lines: string[] = [];
    for (let y = from; y < to; y += 1) {
      lines.push(buffer.getLine(y)?.translateToString(true) ?? "");
    }
    return lines;
  }

  #work(): void {
    if (this.#busy) return;
    for (let step = this.#steps[0]; step !== undefined; step = this.#steps[0]) {
      if ("bytes" in step) return this.#feed();
      this.#steps.shift();
      this.#thens -= 1;
      step.then();
    }
  }

  /** Gives xterm the bytes up to the next step that is none. */
  #feed(): void {
    const until = this.#thens === 0 ? -1 : this.#steps.findIndex((step) => "then" in step);
    if (until < 0 && this.#collecting !== undefined && this.#pending < COLLECT_BYTES) return;
    this.#stopCollecting();
    const taken = this.#steps.splice(0, until < 0 ? this.#steps.length : until);
    const bytes = joined(taken.map((step) => "bytes" in step ? step.bytes : new Uint8Array(0)));
    this.#busy = true;
    const pieces = this.#pieces(bytes);
    pieces.forEach((piece, index) => {
      const last = index === pieces.length - 1;
      this.#terminal.write(piece, last ? () => this.#fed(bytes.length) : undefined);
    });
  }

  #collect(): void {
    this.#collecting = setTimeout(() => {
      this.#stopCollecting();
      this.#work();
    }, COLLECT_MS);
  }

  #stopCollecting(): void {
    clearTimeout(this.#collecting);
    this.#collecting = undefined;
  }

  #fed(length: number): void {
    this.#busy = false;
    this.#pending -= length;
    if (length >= LARGE) this.#collect();
    this.#onDrain();
    this.#work();
  }

  #pieces(bytes: Uint8Array): Uint8Array[] {
    const normal = this.#terminal.buffer.active.type === "normal" && !this.#margins;
    const lines = this.rows + (this.#terminal.options.scrollback ?? 0);
    const short = bytes.length >= FLOOD && normal ? shortcut(bytes, lines) : null;
    if (short === null) return cut(bytes);
    const { head, colours, tail } = short;
    return [bytes.subarray(0, head), colours, bytes.subarray(tail)].flatMap(cut);
  }
}

/** A place on the screen. */
export interface CursorPlace {
  /** Whether the cursor stands there, with nothing behind it. */
  isHere(): boolean;
  forget(): void;
}

function cut(bytes: Uint8Array): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += PIECE) pieces.push(bytes.subarray(at, at + PIECE));
  return pieces;
}

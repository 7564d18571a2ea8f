/**
 * Gives marks their meaning: which command runs, when it began and how it ended. A state machine
 * without I/O and without a clock: times come in, effects go out. Knows neither bytes on disk nor
 * screens; what it cannot know for sure it says with low confidence or null.
 */
import type { Mark } from "./mark.ts";
import { typedLine } from "./typed_line.ts";

/** How a block ended, or that it has not. */
export type BlockStatus =
  | "running"
  | "done"
  /** It ended after a Ctrl-C or a signal of ours. */
  | "interrupted"
  /** A prompt or another command came before its end was told. */
  | "orphaned"
  /** The shell itself ended. */
  | "shell_exited"
  /** The shell put another program in its own place, such as `exec bash`. */
  | "replaced";

/** One command line and what became of it. Field names are those on disk and on the wire. */
export interface Block {
  readonly block_id: string;
  /** Counts the blocks of a conversation, from 1. */
  readonly seq: number;
  /** Null where the shell's history skips it, so that a secret after a space stays one. */
  readonly cmd: string | null;
  /** Where it was started. */
  readonly cwd: string;
  /** Where it left the shell. */
  readonly cwd_after: string;
  readonly exit_code: number | null;
  /** Milliseconds since 1970. */
  readonly ts_begin: number;
  readonly ts_end: number | null;
  readonly duration_ms: number | null;
  readonly status: BlockStatus;
  /** All output, also what was not kept. */
  readonly bytes: number;
  /** True where part of the output was not kept. */
  readonly truncated: boolean;
  readonly alt_screen: boolean;
  readonly confidence: "high" | "low";
  /** Who submitted it: `user` at the terminal, or the name that `exec` was called with. */
  readonly origin: string;
  /** Width of the terminal when it began: its output was made for that. */
  readonly cols: number;
}

/** What follows from a step, in order. */
export type Effect =
  | { readonly type: "begin"; readonly block: Block }
  | { readonly type: "end"; readonly block: Block }
  /** The shell has not run a line, which still stands at the prompt. */
  | { readonly type: "refused" }
  /** The shell is back at its prompt. */
  | { readonly type: "prompt" }
  /** The prompt has been drawn up to where typing starts. */
  | { readonly type: "input" }
  /** The integration speaks; blocks are exact from now on if `exact`. */
  | { readonly type: "ready"; readonly exact: boolean };

/** Where the shell is. */
export type Phase = "starting" | "prompt" | "running" | "gone";

/** What a tracker starts from. */
export interface TrackerStart {
  readonly cwd: string;
  readonly cols: number;
  /** Number of the last block of earlier shells of this conversation. */
  readonly lastSeq: number;
}

/** Enough to hold any line that a person has typed. */
const ECHO_LIMIT = 16 * 1024;
export const USER = "user";

/** Follows one shell. */
export class BlockTracker {
  #phase: Phase = "starting";
  /** `marks`: the shell tells begin and end. `half`: only the end. `none`: neither. */
  #knowledge: "none" | "half" | "marks" = "none";
  #open: Block | null = null;
  #bytes = 0;
  #openMark = -1;
  #lastMark = -1;
  #lastSeq: number;
  #cwd: string;
  #cols: number;
  #interrupted = false;
  #nextOrigin: string = USER;
  #echo = "";
  readonly #decoder = new TextDecoder();

  constructor(start: TrackerStart) {
    this.#lastSeq = start.lastSeq;
    this.#cwd = start.cwd;
    this.#cols = start.cols;
  }

  get phase(): Phase {
    return this.#phase;
  }

  /** The running block as it is now. */
  get open(): Block | null {
    return this.#open && { ...this.#open, bytes: this.#bytes };
  }

  get cwd(): string {
    return this.#cwd;
  }

  /** True where blocks begin by `submitted` and not by a mark. */
  get guesses(): boolean {
    return this.#knowledge !== "marks";
  }

  /** True where the end of a block has to be guessed as well. */
  get guessesEnd(): boolean {
    return this.#knowledge === "none";
  }

  resized(cols: number): void {
    this.#cols = cols;
  }

  /** The next block was submitted by `origin` and not by the person at the terminal. */
  expect(origin: string): void {
    this.#nextOrigin = origin;
  }

  /** Output without marks. True if it belongs to the running block. */
  data(bytes: Uint8Array): boolean {
    if (this.#open !== null) this.#bytes += bytes.length;
    else if (this.#echo.length < ECHO_LIMIT) {
      this.#echo += this.#decoder.decode(bytes.subarray(0, ECHO_LIMIT), { stream: true });
    }
    return this.#open !== null;
  }

  altScreen(on: boolean): void {
    if (on && this.#open !== null) this.#open = { ...this.#open, alt_screen: true };
  }

  /** Ctrl-C or a signal went to the running command. */
  interrupted(): void {
    this.#interrupted = this.#open !== null;
  }

  /** A mark of the shell. */
  mark(mark: Mark, now: number): Effect[] {
    const handle: { readonly [K in Mark["kind"]]: (mark: Mark & { kind: K }) => Effect[] } = {
      ready: ({ exact }) => this.#ready(exact),
      begin: (begin) => this.#begin(begin, now),
      end: (end) => this.#end(end, now),
      refused: () => this.#open === null ? [{ type: "refused" }] : [],
      prompt: (prompt) => this.#prompt(prompt, now),
      input: () => this.#input(),
    };
    return (handle[mark.kind] as (mark: Mark) => Effect[])(mark);
  }

  /** A line was entered in a shell that does not tell when commands begin. */
  submitted(text: string | null, now: number): Effect[] {
    if (!this.guesses || this.#phase === "gone") return [];
    const effects = this.#close("orphaned", null, now);
    return [...effects, this.#opened(text, "low", now)];
  }

  /** An empty line was entered in a shell without marks: it will be at a prompt again. */
  enteredNothing(): void {
    if (this.guessesEnd && this.#phase === "prompt") this.#phase = "running";
  }

  /** A shell without marks waits for input again, as far as can be seen from outside. */
  settled(now: number): Effect[] {
    if (this.#knowledge !== "none" || this.#phase === "gone") return [];
    if (this.#phase === "prompt") return [];
    this.#phase = "prompt";
    // One that began with a mark was the last word of a shell that is not there any more.
    const status = this.#open?.confidence === "high" ? "replaced" : "done";
    return [...this.#close(status, null, now), { type: "prompt" }];
  }

  /** Another program runs in the shell's place: its marks will not come back. */
  replaced(now: number): Effect[] {
    this.#knowledge = "none";
    this.#phase = "running";
    return this.#close("replaced", null, now);
  }

  /** The shell has ended; `exitCode` is null where a signal ended it. */
  gone(exitCode: number | null, now: number): Effect[] {
    this.#phase = "gone";
    return this.#close("shell_exited", exitCode, now);
  }

  /** Some of the running block's output could not be kept. */
  truncated(): void {
    if (this.#open !== null && !this.#open.truncated) {
      this.#open = { ...this.#open, truncated: true };
    }
  }

  #ready(exact: boolean): Effect[] {
    this.#knowledge = exact ? "marks" : "half";
    return [{ type: "ready", exact }];
  }

  #begin(mark: Mark & { kind: "begin" }, now: number): Effect[] {
    if (mark.seq <= this.#lastMark) return [];
    const orphan = this.#close("orphaned", null, now);
    this.#lastMark = mark.seq;
    this.#openMark = mark.seq;
    this.#cwd = mark.cwd || this.#cwd;
    return [...orphan, this.#opened(this.#textOf(mark), "high", now)];
  }

  /**
   * bash keeps no copy of a line that equals the one before, nor of one that starts with a space:
   * what its history shows then is the old line, and only the echo tells the two cases apart.
   */
  #textOf({ text, sure }: Mark & { kind: "begin" }): string | null {
    if (text === null || sure) return text;
    return typedLine(this.#echo).endsWith(text.trimEnd()) ? text : null;
  }

  #end(mark: Mark & { kind: "end" }, now: number): Effect[] {
    const half = this.#knowledge === "half";
    if (this.#open === null || (!half && mark.seq !== this.#openMark)) return [];
    this.#cwd = mark.cwd || this.#cwd;
    if (mark.text !== null) this.#open = { ...this.#open, cmd: mark.text.trimEnd() };
    return this.#close("done", mark.exitCode, now);
  }

  #prompt(mark: Mark & { kind: "prompt" }, now: number): Effect[] {
    this.#cwd = mark.cwd || this.#cwd;
    const orphan = this.#close("orphaned", null, now);
    this.#phase = "prompt";
    this.#echo = "";
    this.#nextOrigin = USER;
    return [...orphan, { type: "prompt" }];
  }

  #input(): Effect[] {
    if (this.#phase !== "prompt") return [];
    this.#echo = "";
    return [{ type: "input" }];
  }

  #opened(cmd: string | null, confidence: Block["confidence"], now: number): Effect {
    this.#lastSeq += 1;
    this.#phase = "running";
    this.#interrupted = false;
    this.#bytes = 0;
    this.#open = {
      block_id: `block_${String(this.#lastSeq).padStart(6, "0")}`,
      seq: this.#lastSeq,
      cmd: cmd?.trimEnd() ?? null,
      cwd: this.#cwd,
      cwd_after: this.#cwd,
      exit_code: null,
      ts_begin: now,
      ts_end: null,
      duration_ms: null,
      status: "running",
      bytes: 0,
      truncated: false,
      alt_screen: false,
      confidence,
      origin: this.#nextOrigin,
      cols: this.#cols,
    };
    this.#nextOrigin = USER;
    return { type: "begin", block: this.#open };
  }

  #close(status: BlockStatus, exitCode: number | null, now: number): Effect[] {
    const open = this.#open;
    if (open === null) return [];
    this.#open = null;
    this.#echo = "";
    // A program may take Ctrl-C as a key and go on: its end is an interruption only if it says so.
    const cut = status === "done" && this.#interrupted && (exitCode === null || exitCode >= 128);
    const block: Block = {
      ...open,
      bytes: this.#bytes,
      cwd_after: this.#cwd,
      exit_code: exitCode,
      ts_end: now,
      duration_ms: Math.max(0, now - open.ts_begin),
      status: cut ? "interrupted" : status,
    };
    return [{ type: "end", block }];
  }
}

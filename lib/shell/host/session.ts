/**
 * One shell with all that belongs to it: bytes come from the pseudo-terminal, lose their marks, and
 * go to the ring, the screen and the block they belong to. Ties the parts together and holds the
 * pseudo-terminal back when one of them does not keep up; knows nothing of sockets.
 */
import { basename } from "@std/path";
import { type Block, BlockTracker, type Effect } from "../blocks.ts";
import { type Nonces, readMark } from "../mark.ts";
import { MarkScanner, type Segment } from "../osc.ts";
import { PasteWatch } from "../paste_watch.ts";
import { PromptWatch } from "../prompt_watch.ts";
import type { ShellEvent, ShellStatus } from "../protocol.ts";
import type { ShellSpec } from "../spec.ts";
import { TypedInput } from "../typed_input.ts";
import { Complaint } from "./complaint.ts";
import { ExecQueue } from "./exec_queue.ts";
import { Watch } from "./guessing.ts";
import { OutputRing } from "./output_ring.ts";
import { Pty } from "./pty.ts";
import { BlockRecorder, type BlockWithOutput } from "./recorder.ts";
import { Screen } from "./screen.ts";
import { ShellProcesses, type SignalName } from "./shell_processes.ts";
import { Snapshots } from "./snapshots.ts";
import { newNonces, type StartFiles, writeStartFiles } from "./start_files.ts";

/** What a session is made from. */
export interface SessionOptions {
  readonly spec: ShellSpec;
  /** Program and arguments of the shell. */
  readonly command: readonly [string, ...string[]];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** The conversation's `agent_pty` folder; it exists. */
  readonly agentPty: string;
  readonly conversationId: string;
  readonly shellId: string;
  readonly now: () => number;
  /** This process, where it adopts orphans: all below it then belongs to the shell. */
  readonly adopter: number | null;
  /** Output came; it is in the ring. */
  readonly onOutput: () => void;
  readonly onEvent: (event: ShellEvent) => void;
  /** The shell has ended, and all that it wrote is dealt with. */
  readonly onExit: (exitCode: number | null) => void;
}

/** The pseudo-terminal is held back above the first and let go below the second. */
const HIGH_WATER = 1024 * 1024;
const LOW_WATER = 256 * 1024;
/** An integrated shell that has not told by now, after its start files, never will. */
const READY_MS = 10_000;
const RESIZE_MS = 30;
/** A line that was entered is echoed by now, or not at all. */
const ECHO_MS = 1_500;
const CTRL_C = 0x03;

/** A running shell. */
export class ShellSession {
  readonly ring: OutputRing;
  readonly screen: Screen;
  readonly recorder: BlockRecorder;
  readonly execs: ExecQueue;
  readonly #options: SessionOptions;
  readonly #nonces: Nonces = newNonces();
  readonly #scanner = new MarkScanner([this.#nonces.strong, this.#nonces.weak]);
  readonly #tracker: BlockTracker;
  readonly #prompt = new PromptWatch();
  readonly #pastes = new PasteWatch();
  readonly #typed = new TypedInput();
  readonly #complaint = new Complaint();
  readonly #snapshots: Snapshots;
  readonly #watch: Watch;
  readonly #startFiles: StartFiles;
  readonly #pty: Pty;
  readonly #processes: ShellProcesses;
  #size: { readonly cols: number; readonly rows: number };
  #outputAt = 0;
  #submittedAt = -Infinity;
  /** While it may still tell that it is integrated, nothing is guessed. */
  #patience: boolean;
  #patienceTimer: ReturnType<typeof setTimeout>;
  #resizing: ReturnType<typeof setTimeout> | undefined;
  /** Bytes that someone who must get all of them has not got yet. */
  #unread: () => number = () => 0;

  constructor(options: SessionOptions) {
    const { spec, agentPty, shellId, cwd, now } = options;
    this.#options = options;
    this.#size = { cols: spec.cols, rows: spec.rows };
    this.ring = new OutputRing(spec.ring_bytes);
    this.screen = new Screen(spec, (text) => this.#write(text), () => this.#pressure());
    const source = { conversation_id: options.conversationId, shell_id: shellId };
    this.recorder = new BlockRecorder(agentPty, spec, source, now, options.onEvent);
    const { lastSeq } = this.recorder.store;
    this.#tracker = new BlockTracker({ cwd, cols: spec.cols, lastSeq });
    this.#snapshots = new Snapshots(agentPty, shellId, this.screen, now);
    this.execs = new ExecQueue({
      isReady: () => this.isReady(),
      takesPastes: () => this.screen.bracketedPaste,
      takesTabs: () => basename(options.command[0]) !== "fish",
      enter: (command, origin) => this.#enter(command, origin),
      abandonLine: () => this.#pty.write(new Uint8Array([CTRL_C])),
      complaint: () => this.#complaint.text(),
      cwd: () => this.#tracker.cwd,
      running: () => this.running,
    });
    const [file, ...args] = options.command;
    this.#startFiles = writeStartFiles(agentPty, file, this.#nonces, options.env.ZDOTDIR);
    const { plan } = this.#startFiles;
    this.#patience = plan.integrated;
    this.#patienceTimer = setTimeout(() => this.#patience = false, READY_MS);
    this.#pty = new Pty({
      file,
      args: [...args, ...plan.args],
      cwd,
      env: { ...options.env, ...plan.env },
      ...this.#size,
      onData: (bytes) => this.#data(bytes),
      onExit: (exitCode, signal) => this.#exited(signal === 0 ? exitCode : null),
    });
    this.#processes = new ShellProcesses(this.#pty.pid, options.adopter);
    this.#watch = this.#watching();
  }

  get status(): ShellStatus {
    return {
      shell_id: this.#options.shellId,
      pid: this.#pty.pid,
      shell: this.#options.command[0],
      phase: this.#tracker.phase,
      cwd: this.#tracker.cwd,
      ...this.#size,
      confidence: this.#tracker.guesses ? "low" : "high",
      running: this.#tracker.open,
      waiting: this.execs.waiting,
    };
  }

  /** The running block with its output so far. */
  get running(): BlockWithOutput | null {
    const block = this.#tracker.open;
    return block === null ? null : this.recorder.find(block.block_id, block);
  }

  /** Whether a command could be entered now. */
  isReady(): boolean {
    const now = performance.now();
    return this.#prompt.isEmpty(now, this.screen.pending === 0) &&
      this.#pastes.isSettled(now, this.screen.bracketedPaste);
  }

  /** Says who must get every byte; the pseudo-terminal waits for it. Call `taken` as it goes on. */
  waitFor(unread: () => number): void {
    this.#unread = unread;
    this.#pressure();
  }

  /** That one has taken some. */
  taken(): void {
    this.#pressure();
  }

  /** Keys of a person. */
  input(bytes: Uint8Array): void {
    this.#prompt.typed(bytes, performance.now());
    if (bytes.includes(CTRL_C)) this.#tracker.interrupted();
    for (const line of this.#typed.push(bytes)) {
      if (line === "") this.#enteredNothing();
      else if (this.#tracker.phase === "prompt") this.#submitted(line);
    }
    this.#pty.write(bytes);
  }

  /** Takes on a new size; of many in a row only the last. */
  resize(cols: number, rows: number): void {
    this.#size = { cols, rows };
    this.#resizing ??= setTimeout(() => {
      this.#resizing = undefined;
      const { cols, rows } = this.#size;
      this.#pty.resize(cols, rows);
      this.screen.resize(cols, rows);
      this.#tracker.resized(cols);
    }, RESIZE_MS);
  }

  /** Sends a signal to what runs in front of the shell; false where nothing does. */
  signal(name: SignalName): boolean {
    this.#tracker.interrupted();
    if (this.#processes.signal(name)) return true;
    if (name === "SIGINT") this.#pty.write(new Uint8Array([CTRL_C]));
    return name === "SIGINT";
  }

  /** Ends the shell and everything below it. `onExit` follows. */
  async stop(): Promise<void> {
    this.#pty.resume();
    await this.#processes.end();
  }

  #data(chunk: Uint8Array): void {
    this.#outputAt = performance.now();
    this.#prompt.output(this.#outputAt);
    for (const segment of this.#scanner.push(chunk)) this.#segment(segment);
    this.#options.onOutput();
    this.#pressure();
  }

  #segment(segment: Segment): void {
    if (segment.kind === "data") return this.#output(segment.bytes);
    if (segment.kind === "alt_screen") return this.#tracker.altScreen(segment.on);
    const mark = readMark(segment, this.#nonces);
    if (mark !== null) this.#apply(this.#tracker.mark(mark, this.#options.now()));
  }

  #output(bytes: Uint8Array): void {
    this.ring.push(bytes);
    this.screen.write(bytes);
    if (!this.#tracker.data(bytes)) return this.#complaint.push(bytes);
    this.recorder.output(bytes);
    if (this.recorder.store.truncated) this.#tracker.truncated();
  }

  readonly #effects: { readonly [K in Effect["type"]]: (effect: Effect & { type: K }) => void } = {
    ready: () => this.#ready(),
    begin: ({ block }) => this.#began(block),
    end: ({ block }) => this.execs.ended(block, this.recorder.ended(block)),
    refused: () => this.execs.refused(),
    prompt: () => this.#prompted(),
    input: () => this.screen.after(() => this.#drawn()),
  };

  #apply(effects: readonly Effect[]): void {
    for (const effect of effects) {
      (this.#effects[effect.type] as (effect: Effect) => void)(effect);
    }
  }

  #ready(): void {
    this.#patience = false;
    this.#startFiles.remove();
    this.#watch.known();
  }

  #began(block: Block): void {
    this.#prompt.left();
    this.recorder.began(block);
    this.execs.began(block);
    this.#watch.wake();
  }

  #prompted(): void {
    const now = performance.now();
    this.#prompt.prompt(now);
    this.#pastes.prompt(now);
    this.screen.after(() => this.#snapshots.schedule());
    this.#processes.reap();
    this.execs.prompt();
  }

  #drawn(): void {
    this.#prompt.drawn(this.screen.place());
    this.execs.look();
  }

  #submitted(line: string | null): void {
    this.#submittedAt = performance.now();
    this.#apply(this.#tracker.submitted(line, this.#options.now()));
  }

  #enteredNothing(): void {
    this.#tracker.enteredNothing();
    this.#submittedAt = performance.now();
    this.#watch.wake();
  }

  #enter(command: string, origin: string): void {
    this.#tracker.expect(origin);
    this.#complaint.clear();
    this.#prompt.left();
    this.#submitted(command);
    // As pasted text nothing in it is a key: no completion, no brackets that close themselves.
    const pasted = this.screen.bracketedPaste;
    this.#write(pasted ? `\x1b[200~${command}\x1b[201~\r` : `${command.replaceAll("\n", "\r")}\r`);
  }

  #write(text: string): void {
    this.#pty.write(new TextEncoder().encode(text));
  }

  #pressure(): void {
    const waiting = Math.max(this.screen.pending, this.#unread());
    if (waiting > HIGH_WATER) this.#pty.pause();
    else if (waiting < LOW_WATER) this.#pty.resume();
  }

  async #exited(exitCode: number | null): Promise<void> {
    for (const segment of this.#scanner.flush()) this.#segment(segment);
    this.#watch.close();
    clearTimeout(this.#patienceTimer);
    clearTimeout(this.#resizing);
    this.#startFiles.remove();
    this.#apply(this.#tracker.gone(exitCode, this.#options.now()));
    this.execs.close();
    await this.recorder.settled();
    await new Promise<void>((resolve) => this.screen.after(resolve));
    this.#snapshots.close();
    this.#options.onExit(exitCode);
  }

  #quietMs(): number {
    const now = performance.now();
    const echoed = this.#outputAt > this.#submittedAt || now - this.#submittedAt > ECHO_MS;
    return this.#patience || !echoed ? 0 : now - this.#outputAt;
  }

  #watching(): Watch {
    const watch = new Watch({
      pid: () => this.#pty.pid,
      busy: () => this.#tracker.phase === "starting" || this.#tracker.phase === "running",
      guessesEnd: () => this.#tracker.guessesEnd,
      quietMs: () => this.#quietMs(),
      settled: () => this.#apply(this.#tracker.settled(this.#options.now())),
      replaced: () => this.#apply(this.#tracker.replaced(this.#options.now())),
      second: () => {
        const { open } = this.#tracker;
        if (open !== null) this.recorder.store.flush(open);
      },
    });
    watch.wake();
    return watch;
  }
}

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
import type { ShellStatus } from "../protocol.ts";
import { Silence } from "../silence.ts";
import { TypedInput } from "../typed_input.ts";
import { Complaint } from "./complaint.ts";
import { ExecQueue } from "./exec_queue.ts";
import { Watch } from "./guessing.ts";
import { OutputRing } from "./output_ring.ts";
import { Pressure } from "./pressure.ts";
import { Pty } from "./pty.ts";
import { BlockRecorder, type BlockWithOutput } from "./recorder.ts";
import { Resizing } from "./resizing.ts";
import { Screen } from "./screen.ts";
import type { SessionOptions } from "./session_options.ts";
import { ShellProcesses, type SignalName } from "./shell_processes.ts";
import { Snapshots } from "./snapshots.ts";
import { newNonces, type StartFiles, writeStartFiles } from "./start_files.ts";

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
  readonly #pressure: Pressure;
  readonly #resizing: Resizing;
  readonly #silence: Silence;

  constructor(options: SessionOptions) {
    const { spec, agentPty, shellId, cwd, now } = options;
    this.#options = options;
    this.#resizing = new Resizing({ cols: spec.cols, rows: spec.rows }, ({ cols, rows }) => {
      this.#pty.resize(cols, rows);
      this.screen.resize(cols, rows);
      this.#tracker.resized(cols);
    });
    this.ring = new OutputRing(spec.ring_bytes);
    this.screen = new Screen(spec, (text) => this.#write(text), () => this.#pressure.check());
    const source = { conversation_id: options.conversationId, shell_id: shellId };
    this.recorder = new BlockRecorder(agentPty, spec, source, now, options.onEvent);
    const { lastSeq } = this.recorder.store;
    this.#tracker = new BlockTracker({ cwd, cols: spec.cols, lastSeq });
    this.#snapshots = new Snapshots(agentPty, shellId, this.screen, now, this.recorder.disk);
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
    this.#silence = new Silence(performance.now(), plan.integrated);
    this.#pty = new Pty({
      file,
      args: [...args, ...plan.args],
      cwd,
      env: { ...options.env, ...plan.env },
      ...this.#resizing.size,
      onData: (bytes) => this.#data(bytes),
      onExit: (exitCode, signal) => this.#exited(signal === 0 ? exitCode : null),
    });
    this.#pressure = new Pressure(this.#pty, () => this.screen.pending);
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
      ...this.#resizing.size,
      confidence: this.#tracker.guesses ? "low" : "high",
      running: this.#tracker.open,
      waiting: this.execs.waiting,
      problem: this.recorder.disk.problem,
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
    this.#pressure.waitFor(unread);
  }

  /** That one has taken some. */
  taken(): void {
    this.#pressure.check();
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
    this.#resizing.to({ cols, rows });
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
    const now = performance.now();
    this.#silence.output(now);
    this.#prompt.output(now);
    for (const segment of this.#scanner.push(chunk)) this.#segment(segment);
    this.#options.onOutput();
    this.#pressure.check();
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
    this.#silence.told();
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
    this.#silence.submitted(performance.now());
    this.#apply(this.#tracker.submitted(line, this.#options.now()));
  }

  #enteredNothing(): void {
    this.#tracker.enteredNothing();
    this.#silence.submitted(performance.now());
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

  async #exited(exitCode: number | null): Promise<void> {
    for (const segment of this.#scanner.flush()) this.#segment(segment);
    this.#watch.close();
    this.#resizing.close();
    this.#startFiles.remove();
    this.#apply(this.#tracker.gone(exitCode, this.#options.now()));
    this.execs.close();
    await this.recorder.settled();
    await new Promise<void>((resolve) => this.screen.after(resolve));
    this.#snapshots.close();
    this.#options.onExit(exitCode);
  }

  #watching(): Watch {
    const watch = new Watch({
      pid: () => this.#pty.pid,
      busy: () => this.#tracker.phase === "starting" || this.#tracker.phase === "running",
      guessesEnd: () => this.#tracker.guessesEnd,
      quietMs: () => this.#silence.ms(performance.now()),
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

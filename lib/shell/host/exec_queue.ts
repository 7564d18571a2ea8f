/**
 * Commands that are run for someone who is not at the terminal: one after the other, each only at
 * an empty prompt, each tied to the block that it becomes. Knows the shell through a few functions.
 */
import type { Block } from "../blocks.ts";
import type { Kept } from "../kept_output.ts";
import { type CheckedParams, type ExecResult, failure, type ShellFailure } from "../protocol.ts";
import { blockText } from "./block_text.ts";
import type { BlockWithOutput } from "./recorder.ts";

/** What the queue needs of a shell. */
export interface ExecShell {
  /** Whether a command may be entered now. */
  isReady(): boolean;
  /** Whether it takes text as pasted, of any length. */
  takesPastes(): boolean;
  /** Whether it keeps a tab that is pasted; fish drops it without a word. */
  takesTabs(): boolean;
  /** Enters the text as one command. */
  enter(command: string, origin: string): void;
  /** Throws away what stands on the input line. */
  abandonLine(): void;
  /** What the shell said to the last text that was entered, where it ran nothing. */
  complaint(): string;
  cwd(): string;
  running(): BlockWithOutput | null;
}

type Outcome = ExecResult | ShellFailure;

interface Job {
  readonly command: string;
  readonly origin: string;
  readonly resolve: (outcome: Outcome) => void;
  readonly timer: ReturnType<typeof setTimeout>;
  blockId: string | null;
}

const LOOK_EVERY_MS = 10;
const MAX_WAITING = 32;
const OUTPUT_BYTES = 256 * 1024;
/** A prompt that is drawn again looks like one after nothing was run; wait for the difference. */
const NOTHING_RAN_MS = 150;
/** Time for the reason to be shown. */
const REFUSED_MS = 50;
/** A terminal takes no longer line from a program that does not read keys itself. */
const PLAIN_LINE_BYTES = 4_000;
// deno-lint-ignore no-control-regex -- these are what must not be in a command
const KEYS = /[\x00-\x08\x0b-\x1f\x7f]/;

/** The queue of one shell. */
export class ExecQueue {
  readonly #shell: ExecShell;
  #waiting: Job[] = [];
  /** Entered, and not yet ended. */
  #entered: Job | null = null;
  #looking: ReturnType<typeof setTimeout> | undefined;
  #nothingRan: ReturnType<typeof setTimeout> | undefined;

  constructor(shell: ExecShell) {
    this.#shell = shell;
  }

  /** Commands that have not been entered yet. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Runs a command when its turn has come. */
  exec({ command, timeout_ms, origin }: CheckedParams<"exec">): Promise<Outcome> {
    const text = command.replaceAll("\r\n", "\n").replace(/\n+$/, "");
    if (KEYS.test(text) || text.trim() === "") {
      const message = "a command is text without control characters; send keys as input instead";
      return Promise.resolve(failure("invalid_command", message));
    }
    if (text.includes("\t") && !this.#shell.takesTabs()) {
      const message = "this shell loses tabs in a command; write blanks, or \\t";
      return Promise.resolve(failure("invalid_command", message));
    }
    if (this.#waiting.length >= MAX_WAITING) {
      return Promise.resolve(failure("too_many", `${MAX_WAITING} commands wait already`));
    }
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#late(job), timeout_ms);
      const job: Job = { command: text, origin, resolve, timer, blockId: null };
      this.#waiting.push(job);
      this.look();
    });
  }

  /** Enters the next command if it can be. */
  look(): void {
    clearTimeout(this.#looking);
    this.#looking = undefined;
    if (this.#waiting.length === 0 || this.#entered !== null) return;
    if (!this.#shell.isReady()) {
      this.#looking = setTimeout(() => this.look(), LOOK_EVERY_MS);
      return;
    }
    const job = this.#waiting.shift() as Job;
    if (!this.#shell.takesPastes() && tooLong(job.command)) {
      this.#settle(
        job,
        failure("command_too_long", "this shell takes lines of 4000 bytes at most"),
      );
      return this.look();
    }
    this.#entered = job;
    this.#shell.enter(job.command, job.origin);
  }

  began(block: Block): void {
    clearTimeout(this.#nothingRan);
    if (this.#entered !== null && this.#entered.blockId === null) {
      this.#entered.blockId = block.block_id;
    }
  }

  ended(block: Block, kept: Kept): void {
    const job = this.#entered;
    if (job === null || job.blockId !== block.block_id) return;
    this.#entered = null;
    void this.#result(block, kept, false).then((result) => this.#settle(job, result));
  }

  /** The shell has not run the line, and keeps it to be corrected. */
  refused(): void {
    const job = this.#entered;
    if (job === null || job.blockId !== null) return;
    setTimeout(() => {
      this.#didNotRun(job);
      this.#shell.abandonLine();
    }, REFUSED_MS);
  }

  /** The shell is back at its prompt. */
  prompt(): void {
    const job = this.#entered;
    if (job !== null && job.blockId === null) {
      clearTimeout(this.#nothingRan);
      this.#nothingRan = setTimeout(() => this.#didNotRun(job), NOTHING_RAN_MS);
    }
    this.look();
  }

  /** The shell is gone. */
  close(): void {
    clearTimeout(this.#looking);
    clearTimeout(this.#nothingRan);
    const jobs = [...(this.#entered === null ? [] : [this.#entered]), ...this.#waiting];
    this.#entered = null;
    this.#waiting = [];
    for (const job of jobs) this.#settle(job, failure("shell_gone", "the shell has ended"));
  }

  #didNotRun(job: Job): void {
    if (this.#entered !== job || job.blockId !== null) return;
    this.#entered = null;
    this.#settle(job, {
      block_id: null,
      exit_code: null,
      output: this.#shell.complaint(),
      truncated: false,
      cwd: this.#shell.cwd(),
      status: "not_run",
      timed_out: false,
      duration_ms: null,
    });
    this.look();
  }

  #late(job: Job): void {
    const place = this.#waiting.indexOf(job);
    if (place >= 0) {
      this.#waiting.splice(place, 1);
      const message = "the shell was not at an empty prompt in time: a command runs, or text " +
        "stands on its line";
      return this.#settle(job, failure("prompt_busy", message));
    }
    if (this.#entered !== job) return;
    this.#entered = null;
    const running = this.#shell.running();
    if (running !== null && running.block.block_id === job.blockId) {
      void this.#result(running.block, running.kept, true)
        .then((result) => this.#settle(job, result));
    } else {
      this.#shell.abandonLine();
      const message = "the shell waits for more: a quote, a bracket or a word is not closed";
      this.#settle(job, failure("incomplete_command", message));
    }
    this.look();
  }

  async #result(block: Block, kept: Kept, timedOut: boolean): Promise<ExecResult> {
    const { text, truncated } = await blockText(kept, block.cols, OUTPUT_BYTES);
    return {
      block_id: block.block_id,
      exit_code: block.exit_code,
      output: block.confidence === "low" ? withoutSurroundings(text, block.cmd) : text,
      truncated: truncated || block.truncated,
      cwd: block.cwd_after,
      status: block.status,
      timed_out: timedOut,
      duration_ms: block.duration_ms,
    };
  }

  #settle(job: Job, outcome: Outcome): void {
    clearTimeout(job.timer);
    job.resolve(outcome);
  }
}

/** A guessed block has the echo of its command in front, and the next prompt behind it. */
function withoutSurroundings(text: string, cmd: string | null): string {
  const lines = text.split("\n");
  const echoed = cmd?.split("\n").length ?? 0;
  const first = cmd !== null && lines[0]?.endsWith(cmd.split("\n")[0] ?? "") ? echoed : 0;
  return lines.slice(first, -1).join("\n");
}

function tooLong(command: string): boolean {
  return command.split("\n").some((line) =>
    new TextEncoder().encode(line).length > PLAIN_LINE_BYTES
  );
}

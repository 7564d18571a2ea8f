/**
 * What can be seen of a shell from outside, for the times when it does not tell: whether it is in
 * front of its own terminal again, and whether it is still the same program. Looks while something
 * runs, and rests at a prompt.
 */
import { commandLine, type ProcessStat, processStat, waitsForChild } from "./process_tree.ts";

/** What is watched, and whom to tell. */
export interface Watched {
  pid(): number;
  /** True while there is something to wait for. */
  busy(): boolean;
  /** True where the end of a command has to be guessed. */
  guessesEnd(): boolean;
  /** Milliseconds since the last output, 0 while a line that was entered is not even echoed. */
  quietMs(): number;
  /** The shell waits for input, as far as can be seen. */
  settled(): void;
  /** Another program is in the shell's place. */
  replaced(): void;
  /** Called about once a second while something runs. */
  second(): void;
}

const QUICK_MS = 100;
const SLOW_MS = 1_000;
const SETTLED_MS = 150;
/** Without /proc only silence can be seen, and a command may be silent for a while. */
const SILENT_MS = 1_500;

/** Watches one shell. */
export class Watch {
  readonly #watched: Watched;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #program: string | null = null;
  #sinceSecond = 0;
  #settledBefore = false;

  constructor(watched: Watched) {
    this.#watched = watched;
  }

  /** The shell is what it is now: from here on another command line is another program. */
  known(): void {
    this.#program = commandLine(this.#watched.pid());
  }

  /** Something runs. */
  wake(): void {
    if (this.#timer !== undefined) return;
    if (!this.#watched.busy()) {
      this.#settledBefore = false;
      return;
    }
    const pause = this.#watched.guessesEnd() ? QUICK_MS : SLOW_MS;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#look(pause);
      this.wake();
    }, pause);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #look(passed: number): void {
    const pid = this.#watched.pid();
    this.#sinceSecond += passed;
    if (this.#sinceSecond >= SLOW_MS) {
      this.#sinceSecond = 0;
      this.#watched.second();
    }
    if (!this.#watched.guessesEnd()) {
      const program = commandLine(pid);
      const other = this.#program !== null && program !== null && program !== this.#program;
      // An empty one belongs to a process that is just ending.
      if (other && program !== "") this.#watched.replaced();
      return;
    }
    const stat = processStat(pid);
    const enough = stat === null ? SILENT_MS : SETTLED_MS;
    const settled = stat === null || isAtPrompt(stat);
    // What a command wrote at its very end may not have been read yet: once is not enough.
    const again = settled && this.#settledBefore;
    this.#settledBefore = settled;
    if (again && this.#watched.quietMs() >= enough) this.#watched.settled();
  }
}

/** In front of its terminal, and waiting for something that is no child of it. */
function isAtPrompt({ pid, foreground, group, waits }: ProcessStat): boolean {
  return foreground === group && waits && !waitsForChild(pid);
}

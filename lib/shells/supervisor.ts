/**
 * Keeps a shell going that has no owner of its own: reads its output away into the log, and
 * starts it again as its spec says.
 */
import type { Clock } from "./clock.ts";
import type { PipeProcess } from "./pipe_process.ts";
import type { Shell, ShellControl } from "./shell.ts";

export class Supervisor implements ShellControl {
  readonly #shell: Shell;
  readonly #clock: Clock;
  #process: PipeProcess | null = null;
  #callOff = () => {};
  /** Grows with each stop, so that what was under way before it does not start anything after. */
  #era = 0;

  constructor(shell: Shell, clock: Clock) {
    this.#shell = shell;
    this.#clock = clock;
    shell.control = this;
  }

  /** Starts it; rejects if the first start fails. Later ones follow the spec. */
  async start(): Promise<void> {
    this.#follow(await this.#shell.open(), this.#era);
  }

  /** Ends it, or calls the next start off; resolves when it is gone. */
  async stop(): Promise<void> {
    this.#era++;
    this.#callOff();
    this.#shell.stopped();
    await this.#process?.close();
  }

  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  #follow(process: PipeProcess, era: number): void {
    this.#process = process;
    void drain(process);
    void process.ended.then(() => {
      this.#process = null;
      if (era === this.#era) this.#next(era);
    });
  }

  #next(era: number): void {
    const decision = this.#shell.afterEnd();
    if (!decision.restart) return;
    this.#callOff = this.#clock.after(decision.waitMs, () => {
      this.#shell.open().then(
        (process) => era === this.#era ? this.#follow(process, era) : void process.close(),
        () => era === this.#era ? this.#next(era) : undefined,
      );
    });
  }
}

/** Reads to the end; the log takes its share on the way. */
async function drain(process: PipeProcess): Promise<void> {
  for await (const _ of process.stdout()) { /* Nobody else wants it. */ }
}

/**
 * The processes of one shell: what runs in front of it, what it left in the background, and how
 * all of them end. Where the host adopts orphans, everything below the host belongs to the shell.
 */
import { sendSignal, SIGNALS } from "./libc.ts";
import { descendants, endAll, type ProcessStat, processStat, reapOrphans } from "./process_tree.ts";

/** It takes a look at all processes of the machine. */
const REAP_EVERY_MS = 5_000;

export type SignalName = keyof typeof SIGNALS;

/** A shell by its process, and the process that adopts orphans, if any. */
export class ShellProcesses {
  readonly #shell: number;
  readonly #adopter: number | null;
  #reapedAt = -Infinity;

  constructor(shell: number, adopter: number | null) {
    this.#shell = shell;
    this.#adopter = adopter;
  }

  /** Sends a signal to what runs in front of the shell; false where nothing does. */
  signal(name: SignalName): boolean {
    const stat = processStat(this.#shell);
    if (stat === null || stat.foreground <= 0 || stat.foreground === stat.group) return false;
    return sendSignal(-stat.foreground, SIGNALS[name]);
  }

  /** Lets dead orphans go, now and then. */
  reap(): void {
    const now = performance.now();
    if (now - this.#reapedAt < REAP_EVERY_MS) return;
    this.#reapedAt = now;
    this.#reapNow();
  }

  /** Ends them all, the shell included. */
  end(): Promise<void> {
    return endAll(() => this.#living());
  }

  #reapNow(): void {
    if (this.#adopter !== null) reapOrphans(this.#adopter, this.#shell);
  }

  #living(): ProcessStat[] {
    this.#reapNow();
    const below = descendants(this.#adopter ?? this.#shell);
    const shell = this.#adopter === null ? processStat(this.#shell) : null;
    return [...below, ...(shell === null ? [] : [shell])].filter(({ dead }) => !dead);
  }
}

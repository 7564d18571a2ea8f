/**
 * `screen.snapshot.json` and `scrollback.snapshot.json`: what was to be seen at the last prompt, for
 * readers without a host. Written at most twice a second.
 */
import { join } from "@std/path";
import type { DiskTrouble } from "./disk_trouble.ts";
import { replaceFile } from "./files.ts";
import type { Screen } from "./screen.ts";

const EVERY_MS = 500;
const SCROLLBACK_LINES = 1_000;

/** Writes one shell's snapshots. */
export class Snapshots {
  readonly #agentPty: string;
  readonly #shellId: string;
  readonly #screen: Screen;
  readonly #now: () => number;
  readonly #disk: DiskTrouble;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #wanted = false;

  constructor(
    agentPty: string,
    shellId: string,
    screen: Screen,
    now: () => number,
    disk: DiskTrouble,
  ) {
    this.#disk = disk;
    this.#agentPty = agentPty;
    this.#shellId = shellId;
    this.#screen = screen;
    this.#now = now;
  }

  /** Something is to be seen that is worth keeping. */
  schedule(): void {
    this.#wanted = true;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      if (this.#wanted) this.write();
    }, EVERY_MS);
  }

  /** Writes both files now. */
  write(): void {
    this.#wanted = false;
    const head = { shell_id: this.#shellId, ts: this.#now() };
    this.#replace("screen.snapshot.json", { ...head, ...this.#screen.view() });
    const scrollback = this.#screen.scrollback(SCROLLBACK_LINES);
    this.#replace("scrollback.snapshot.json", { ...head, ...scrollback });
  }

  close(): void {
    clearTimeout(this.#timer);
    this.write();
  }

  #replace(name: string, value: unknown): void {
    const path = join(this.#agentPty, name);
    this.#disk.attempt(() => replaceFile(path, `${JSON.stringify(value)}\n`));
  }
}

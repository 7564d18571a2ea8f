/**
 * Knows when a process is ready: at once, by a line of its output, by its port, or when its owner
 * says so; and when it took too long. Never decides what follows from that.
 */
import type { Clock } from "./clock.ts";
import type { Readiness } from "./launch.ts";
import type { LogStream } from "./record.ts";

/** What a watch needs and whom it tells, once. */
export interface ReadinessHooks {
  readonly clock: Clock;
  /** True if the port on loopback takes a connection. */
  readonly connects: (port: number) => Promise<boolean>;
  readonly onReady: () => void;
  /** Not ready in time; `what` completes "it …". */
  readonly onLate: (what: string) => void;
}

/** A line is looked at up to this length. */
const LINE_CHARACTERS = 4_096;
const PORT_EVERY_MS = 100;
/** An owner has a time-out of its own and says more when it fires; ours is the second fence. */
const OWNER_GRACE_MS = 1_000;

export class ReadinessWatch {
  readonly #readiness: Readiness;
  readonly #hooks: ReadinessHooks;
  readonly #pattern: RegExp | null;
  readonly #decoder = new TextDecoder();
  #line = "";
  #done = false;
  #callOff: (() => void)[] = [];

  constructor(readiness: Readiness, hooks: ReadinessHooks) {
    this.#readiness = readiness;
    this.#hooks = hooks;
    this.#pattern = readiness.kind === "line" ? new RegExp(readiness.pattern) : null;
  }

  /** Begins to watch; a process that has nothing to wait for is ready now. */
  start(): void {
    const readiness = this.#readiness;
    if (readiness.kind === "none") return this.settle();
    const grace = readiness.kind === "handshake" ? OWNER_GRACE_MS : 0;
    this.#later(readiness.timeout_s * 1_000 + grace, () => {
      this.#finish();
      this.#hooks.onLate(`was not ready within ${readiness.timeout_s} s`);
    });
    if (readiness.kind === "port") void this.#tryPort(readiness.port);
  }

  /** Looks at a piece of output; false once there is nothing left to look for. */
  see(stream: LogStream, chunk: Uint8Array): boolean {
    const readiness = this.#readiness;
    if (this.#done || this.#pattern === null || readiness.kind !== "line") return false;
    if (readiness.stream !== stream) return true;
    const lines = (this.#line + this.#decoder.decode(chunk, { stream: true })).split("\n");
    this.#line = (lines.at(-1) ?? "").slice(0, LINE_CHARACTERS);
    // The last one may still grow; what matches now will match then.
    if (!lines.some((line) => this.#pattern!.test(line.slice(0, LINE_CHARACTERS)))) return true;
    this.settle();
    return false;
  }

  /** It is ready: found here, or said by its owner. */
  settle(): void {
    if (this.#done) return;
    this.#finish();
    this.#hooks.onReady();
  }

  /** The process is gone: nobody will be told. */
  cancel(): void {
    this.#finish();
  }

  async #tryPort(port: number): Promise<void> {
    const open = await this.#hooks.connects(port).catch(() => false);
    if (this.#done) return;
    if (open) return this.settle();
    this.#later(PORT_EVERY_MS, () => void this.#tryPort(port));
  }

  #later(ms: number, run: () => void): void {
    this.#callOff.push(this.#hooks.clock.after(ms, run));
  }

  #finish(): void {
    this.#done = true;
    this.#callOff.forEach((callOff) => callOff());
    this.#callOff = [];
  }
}

/** Tries a connection to a port of loopback. */
export async function connectsToLoopback(port: number): Promise<boolean> {
  try {
    using _ = await Deno.connect({ hostname: "127.0.0.1", port });
    return true;
  } catch {
    return false;
  }
}

/**
 * Which thread has a turn, from the moment that we ask for one: the reply names it, the
 * notification says that it runs, and only then can it be steered or interrupted. The router knows
 * turns by their notifications alone, which come later.
 */
type Phase =
  /** We asked; its name is not known. */
  | "requested"
  /** It has a name, but does not run yet. */
  | "accepted"
  | "running"
  | "none";

interface Track {
  phase: Phase;
  turnId: string | null;
  lastEnded: string | null;
  /** A person asked to stop it. */
  interrupted: boolean;
  waiters: ((turnId: string | null) => void)[];
}

/** How a turn stands. */
export interface Turn {
  readonly turnId: string | null;
  readonly running: boolean;
}

export class Turns {
  readonly #tracks = new Map<string, Track>();

  /** The turn of a thread, or null. */
  of(threadId: string): Turn | null {
    const track = this.#tracks.get(threadId);
    if (track === undefined || track.phase === "none") return null;
    return { turnId: track.turnId, running: track.phase === "running" };
  }

  /** Whether just this turn runs; asked for every message of the app-server. */
  runs(threadId: string, turnId: string): boolean {
    const track = this.#tracks.get(threadId);
    return track?.phase === "running" && track.turnId === turnId;
  }

  /** We are about to ask for a turn. */
  requested(threadId: string): void {
    const track = this.#track(threadId);
    if (track.phase !== "none") return;
    track.phase = "requested";
    track.turnId = null;
  }

  /** The app-server named it. Its end may have been read before this reply was looked at. */
  accepted(threadId: string, turnId: string): void {
    const track = this.#track(threadId);
    if (track.phase !== "requested") return;
    if (track.lastEnded === turnId) return this.#end(track);
    track.phase = "accepted";
    track.turnId = turnId;
  }

  /** The app-server refused it. */
  refused(threadId: string): void {
    const track = this.#track(threadId);
    if (track.phase === "requested") this.#end(track);
  }

  started(threadId: string, turnId: string): void {
    const track = this.#track(threadId);
    track.phase = "running";
    track.turnId = turnId;
    track.interrupted = false;
    this.#wake(track, turnId);
  }

  /**
   * A turn is over, and perhaps no other runs in the thread; true if a person had asked to stop
   * it. One that we have only asked for is not meant by that.
   */
  ended(threadId: string, turnId: string, idle: boolean): boolean {
    const track = this.#track(threadId);
    track.lastEnded = turnId;
    const { interrupted } = track;
    if (track.turnId === turnId || (idle && track.phase === "running")) this.#end(track);
    return interrupted;
  }

  /** A person asks to stop the running turn. */
  interrupted(threadId: string): void {
    this.#track(threadId).interrupted = true;
  }

  /** The app-server is gone, and all turns with it. */
  reset(): void {
    for (const track of this.#tracks.values()) this.#end(track);
  }

  forget(threadId: string): void {
    const track = this.#tracks.get(threadId);
    if (track !== undefined) this.#end(track);
    this.#tracks.delete(threadId);
  }

  /** The id of the turn once it runs; null if it ends before, or takes longer. */
  whenRunning(threadId: string, timeoutMs: number): Promise<string | null> {
    const track = this.#track(threadId);
    if (track.phase === "running") return Promise.resolve(track.turnId);
    if (track.phase === "none") return Promise.resolve(null);
    return new Promise((resolve) => {
      const settle = (turnId: string | null) => {
        clearTimeout(timer);
        track.waiters = track.waiters.filter((waiter) => waiter !== settle);
        resolve(turnId);
      };
      const timer = setTimeout(() => settle(null), timeoutMs);
      track.waiters.push(settle);
    });
  }

  #end(track: Track): void {
    track.phase = "none";
    track.turnId = null;
    track.interrupted = false;
    this.#wake(track, null);
  }

  #wake(track: Track, turnId: string | null): void {
    for (const waiter of track.waiters) waiter(turnId);
  }

  #track(threadId: string): Track {
    let track = this.#tracks.get(threadId);
    if (track === undefined) {
      track = { phase: "none", turnId: null, lastEnded: null, interrupted: false, waiters: [] };
      this.#tracks.set(threadId, track);
    }
    return track;
  }
}

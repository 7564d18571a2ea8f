/**
 * The raw lines of the pipe, for debugging: the last ones in memory, all of them in a file, and
 * the server's as a live stream. Nothing is kept while it is off. Both are bounded.
 */
import type { RawFile } from "./raw_file.ts";
import { type Sink, TOO_SLOW } from "./hub.ts";

/** One line: `out` came from the server, `in` went to it. */
export interface RawLine {
  readonly ts: string;
  readonly dir: "in" | "out";
  readonly line: string;
}

/** Where lines are written to; the file, or a test's list. */
export type RawWriter = Pick<RawFile, "write" | "flush">;

const KEPT_LINES = 1_000;
const KEPT_CHARACTERS = 4 * 1024 * 1024;
const SINK_BYTES = 4 * 1024 * 1024;

export class RawFeed {
  readonly #file: RawWriter;
  readonly #now: () => number;
  readonly #sinks = new Set<Sink>();
  #lines: RawLine[] = [];
  #characters = 0;
  #enabled: boolean;

  constructor(file: RawWriter, now: () => number, enabled: boolean) {
    this.#file = file;
    this.#now = now;
    this.#enabled = enabled;
  }

  get enabled(): boolean {
    return this.#enabled;
  }

  /** Off forgets what was kept in memory; the file stays for who wants to send it on. */
  set enabled(value: boolean) {
    this.#enabled = value;
    if (value) return;
    this.#lines = [];
    this.#characters = 0;
  }

  /** Takes a line of the pipe; all but free while it is off. */
  take(dir: "in" | "out", line: string): void {
    if (!this.#enabled) return;
    const raw = { ts: new Date(this.#now()).toISOString(), dir, line };
    this.#keep(raw);
    this.#file.write(raw);
    if (dir === "in") return;
    for (const sink of this.#sinks) this.#send(sink, line);
  }

  /** The last lines, oldest first. */
  last(limit: number): RawLine[] {
    return limit <= 0 ? [] : this.#lines.slice(-limit);
  }

  /** From now on the server's lines go there, as they are; returns the function that ends it. */
  subscribe(sink: Sink): () => void {
    this.#sinks.add(sink);
    return () => void this.#sinks.delete(sink);
  }

  /** Closes all streams, at the end of the service; resolves when the file is written. */
  close(): Promise<void> {
    for (const sink of this.#sinks) sink.close(1001, "the service ends");
    this.#sinks.clear();
    return this.#file.flush();
  }

  #send(sink: Sink, line: string): void {
    try {
      if (sink.bufferedAmount <= SINK_BYTES) return sink.send(line);
      sink.close(TOO_SLOW, "reading too slowly: connect again");
    } catch {
      // It is gone.
    }
    this.#sinks.delete(sink);
  }

  #keep(raw: RawLine): void {
    this.#lines.push(raw);
    this.#characters += raw.line.length;
    if (this.#lines.length <= 2 * KEPT_LINES && this.#characters <= KEPT_CHARACTERS) return;
    // Let go in one move now and then: a line costs O(1) on average.
    let kept = 0;
    let from = this.#lines.length;
    while (from > 0 && this.#lines.length - from < KEPT_LINES) {
      const { length } = this.#lines[from - 1]!.line;
      if (kept + length > KEPT_CHARACTERS / 2) break;
      kept += length;
      from--;
    }
    this.#lines = this.#lines.slice(from);
    this.#characters = kept;
  }
}

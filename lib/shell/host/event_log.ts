/**
 * Events of one shell: numbered, kept in a bounded ring for a server that comes back, and written
 * to `events.jsonl`, which is put aside when it is full. Knows nothing of how they come about.
 */
import { join } from "@std/path";
import type { ShellEvent } from "../protocol.ts";
import { DiskTrouble } from "./disk_trouble.ts";
import { appendLine } from "./files.ts";

/** An event before it has a number. */
export type EventBody = ShellEvent extends infer E
  ? E extends ShellEvent ? Omit<E, "seq" | "ts" | "conversation_id" | "shell_id"> : never
  : never;

/** Whose events they are. */
export interface EventSource {
  readonly conversation_id: string;
  readonly shell_id: string;
}

interface Kept {
  readonly event: ShellEvent;
  readonly bytes: number;
}

const RING_EVENTS = 2_000;
const RING_BYTES = 4 * 1024 * 1024;

/** Numbers, keeps and writes events. */
export class EventLog {
  readonly #path: string;
  readonly #old: string;
  readonly #limit: number;
  readonly #source: EventSource;
  readonly #now: () => number;
  readonly #onEvent: (event: ShellEvent) => void;
  readonly #disk: DiskTrouble;
  #fileBytes: number;
  #ring: Kept[] = [];
  #ringBytes = 0;
  #seq = 0;

  constructor(
    agentPty: string,
    limit: number,
    source: EventSource,
    now: () => number,
    onEvent: (event: ShellEvent) => void,
    disk: DiskTrouble = new DiskTrouble(),
  ) {
    this.#disk = disk;
    this.#path = join(agentPty, "events.jsonl");
    this.#old = join(agentPty, "events.1.jsonl");
    this.#limit = limit;
    this.#source = source;
    this.#now = now;
    this.#onEvent = onEvent;
    this.#fileBytes = mendedSize(this.#path);
  }

  /** Number of the oldest event that can be asked for. */
  get from(): number {
    return this.#ring[0]?.event.seq ?? this.#seq + 1;
  }

  /** Number of the last event. */
  get last(): number {
    return this.#seq;
  }

  /** Gives an event its number and tells it; `toFile` is false for what would only fill the disk. */
  add(body: EventBody, toFile = true): void {
    this.#seq += 1;
    const event = { seq: this.#seq, ts: this.#now(), ...this.#source, ...body } as ShellEvent;
    const bytes = JSON.stringify(event).length;
    this.#ring.push({ event, bytes });
    this.#ringBytes += bytes;
    while (this.#ring.length > RING_EVENTS || this.#ringBytes > RING_BYTES) {
      this.#ringBytes -= this.#ring.shift()?.bytes ?? 0;
    }
    if (toFile) this.#disk.attempt(() => this.#write(event));
    this.#onEvent(event);
  }

  /** Events behind number `since`; null if some of them are gone. */
  since(since: number): ShellEvent[] | null {
    if (since < this.from - 1 || since > this.#seq) return null;
    return this.#ring.map(({ event }) => event).filter(({ seq }) => seq > since);
  }

  #write(event: ShellEvent): void {
    if (this.#fileBytes > this.#limit) {
      Deno.renameSync(this.#path, this.#old);
      this.#fileBytes = 0;
    }
    this.#fileBytes += appendLine(this.#path, event);
  }
}

/** Size of the file after its torn last line, if it has one, was cut off. */
function mendedSize(path: string): number {
  try {
    using file = Deno.openSync(path, { read: true, write: true });
    const { size } = file.statSync();
    const end = new Uint8Array(Math.min(size, 64 * 1024));
    file.seekSync(size - end.length, Deno.SeekMode.Start);
    for (let at = 0; at < end.length;) {
      const got = file.readSync(end.subarray(at));
      if (got === null) break;
      at += got;
    }
    const whole = size - end.length + end.lastIndexOf(0x0a) + 1;
    if (whole < size) file.truncateSync(whole);
    return whole;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return 0;
    throw error;
  }
}

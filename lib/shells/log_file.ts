/**
 * The log of one stream of a shell. Taking a chunk costs O(1) and never waits: chunks queue up
 * to a bound, and what is too much for a slow or full disk is dropped, counted, and said in the
 * log itself. On disk it is bounded, too: two files, the older one replaced when the newer is full.
 */
import type { Clock } from "./clock.ts";
import type { LogDisk } from "./log_disk.ts";
import { EMPTY_LOG, type LogPlace } from "./record.ts";

export interface LogLimits {
  /** Bytes per file; there are two. */
  readonly fileBytes: number;
  /** Bytes that may wait for the disk. */
  readonly queueBytes: number;
}

export const LOG_LIMITS: LogLimits = { fileBytes: 1024 * 1024, queueBytes: 1024 * 1024 };
/** Small chunks are written together up to this size. */
const BATCH_BYTES = 128 * 1024;
/** What a waiting chunk costs beside its bytes: many tiny ones must not fill the memory. */
const CHUNK_COST = 256;
/** A disk that refused is left alone for this long. */
const RETRY_MS = 1_000;

export class LogFile {
  readonly #disk: LogDisk;
  readonly #clock: Clock;
  readonly #limits: LogLimits;
  readonly #listeners = new Set<() => void>();
  #queue: Uint8Array[] = [];
  #queued = 0;
  #pumping: Promise<void> | null = null;
  #place: LogPlace = EMPTY_LOG;
  #written = 0;
  /** Dropped since the log last said so. */
  #untold = 0;
  #retryAt = 0;
  #closed = false;
  /** What the disk said when it refused; null when all is well. */
  problem: string | null = null;

  constructor(disk: LogDisk, clock: Clock, limits: LogLimits = LOG_LIMITS) {
    this.#disk = disk;
    this.#clock = clock;
    this.#limits = limits;
  }

  /** Takes a chunk, which must not be changed afterwards. */
  push(chunk: Uint8Array): void {
    if (chunk.length === 0) return;
    const full = this.#queued + chunk.length + CHUNK_COST > this.#limits.queueBytes;
    if (this.#closed || full || this.#clock.now() < this.#retryAt) return this.#drop(chunk.length);
    this.#sayDropped();
    this.#enqueue(chunk);
  }

  /** Takes a line of our own. */
  note(text: string): void {
    this.push(new TextEncoder().encode(`[pilothouse: ${text}]\n`));
  }

  /** Where the files begin, and how much was dropped. */
  get place(): LogPlace {
    return this.#place;
  }

  /** The offset behind the last byte on disk. */
  get end(): number {
    return this.#place.start + this.#written;
  }

  /** Calls back after each growth on disk and after the end; returns how to stop that. */
  onGrowth(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Resolves when what was taken is on disk, or dropped. */
  async flush(): Promise<void> {
    await this.#pumping;
  }

  /** Writes what waits and lets go of the file. */
  async close(): Promise<void> {
    this.#sayDropped();
    this.#closed = true;
    await this.flush();
    this.#disk.close();
    this.#tell();
  }

  get closed(): boolean {
    return this.#closed;
  }

  #enqueue(chunk: Uint8Array): void {
    this.#queue.push(chunk);
    this.#queued += chunk.length + CHUNK_COST;
    this.#pumping ??= this.#pump();
  }

  #drop(bytes: number): void {
    this.#untold += bytes;
    this.#place = { ...this.#place, dropped: this.#place.dropped + bytes };
  }

  #sayDropped(): void {
    if (this.#untold === 0) return;
    const text = `[pilothouse: ${this.#untold} bytes were dropped here: the disk was too slow]\n`;
    this.#untold = 0;
    this.#enqueue(new TextEncoder().encode(text));
  }

  async #pump(): Promise<void> {
    while (this.#queue.length > 0) {
      const batch = this.#take();
      try {
        await this.#write(batch);
        this.problem = null;
      } catch (error) {
        this.problem = (error as Error).message;
        this.#retryAt = this.#clock.now() + RETRY_MS;
        this.#drop(batch.length);
        // A part of it may have been written.
        this.#written = await this.#disk.size().catch(() => this.#written);
      }
      this.#tell();
    }
    // In the same step as the last look at the queue: a push in between would wait for ever.
    this.#pumping = null;
  }

  async #write(batch: Uint8Array): Promise<void> {
    if (this.#written > 0 && this.#written + batch.length > this.#limits.fileBytes) {
      await this.#disk.rotate();
      const { start, dropped } = this.#place;
      this.#place = { start: start + this.#written, older: start, dropped };
      this.#written = 0;
    }
    await this.#disk.append(batch);
    this.#written += batch.length;
  }

  /** The chunks at the head of the queue, joined where that saves writes. */
  #take(): Uint8Array {
    let size = 0;
    let count = 0;
    for (const chunk of this.#queue) {
      if (count > 0 && size + chunk.length > BATCH_BYTES) break;
      size += chunk.length;
      count++;
    }
    const chunks = this.#queue.splice(0, count);
    this.#queued -= size + count * CHUNK_COST;
    if (chunks.length === 1) return chunks[0]!;
    const batch = new Uint8Array(size);
    let at = 0;
    for (const chunk of chunks) {
      batch.set(chunk, at);
      at += chunk.length;
    }
    return batch;
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

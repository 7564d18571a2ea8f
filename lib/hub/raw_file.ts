/**
 * debug_raw.jsonl: every raw line while debug is on. Bounded: at its limit it is moved to
 * debug_raw.1.jsonl and begun anew. Lines are gathered for a moment and written in one go; what
 * cannot be written is dropped, since debugging must not harm what it watches.
 */
import type { RawLine } from "./raw_feed.ts";

const MAX_BYTES = 16 * 1024 * 1024;
const MAX_GATHERED = 1024 * 1024;
const GATHER_MS = 100;

export class RawFile {
  readonly path: string;
  readonly #report: (problem: string) => void;
  readonly #maxBytes: number;
  #gathered: string[] = [];
  #characters = 0;
  #size = -1;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(path: string, report: (problem: string) => void, maxBytes: number = MAX_BYTES) {
    this.path = path;
    this.#report = report;
    this.#maxBytes = maxBytes;
  }

  /** Takes a line; it is on disk a moment later. */
  write(raw: RawLine): void {
    const text = JSON.stringify(raw) + "\n";
    if (this.#characters + text.length > MAX_GATHERED) return; // The disk does not keep up.
    this.#gathered.push(text);
    this.#characters += text.length;
    this.#timer ??= setTimeout(() => this.flush(), GATHER_MS);
  }

  /** Writes what is gathered; resolves when the system has it. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const bytes = encoder.encode(this.#gathered.join(""));
    this.#gathered = [];
    this.#characters = 0;
    if (bytes.length > 0) {
      this.#writing = this.#writing.then(() => this.#append(bytes)).catch((error) => {
        this.#size = -1;
        this.#report(`cannot write ${this.path}: ${error.message}`);
      });
    }
    return this.#writing;
  }

  async #append(bytes: Uint8Array): Promise<void> {
    if (this.#size === -1) this.#size = await sizeOf(this.path);
    if (this.#size > 0 && this.#size + bytes.length > this.#maxBytes) {
      await Deno.rename(this.path, this.path.replace(/\.jsonl$/, ".1.jsonl"));
      this.#size = 0;
    }
    await Deno.writeFile(this.path, bytes, { append: true, create: true, mode: 0o600 });
    this.#size += bytes.length;
  }
}

const encoder = new TextEncoder();

async function sizeOf(path: string): Promise<number> {
  try {
    return (await Deno.stat(path)).size;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return 0;
    throw error;
  }
}

/**
 * A log's two files on disk: the current one is appended to and, when it is full, becomes the
 * older one in place of that before. Knows bytes; when to rotate is decided elsewhere.
 */

/** What a log is written to; a test has one that is slow or full. */
export interface LogDisk {
  append(bytes: Uint8Array): Promise<void>;
  /** The current file becomes the older one; the next append begins a new one. */
  rotate(): Promise<void>;
  /** Bytes in the current file. */
  size(): Promise<number>;
  close(): void;
}

/** The name of the older file of a log. */
export function olderName(path: string): string {
  return `${path}.1`;
}

/** Appends to the file at `path`, mode 0600. */
export class FileLogDisk implements LogDisk {
  readonly #path: string;
  #file: Deno.FsFile | null = null;

  constructor(path: string) {
    this.#path = path;
  }

  async append(bytes: Uint8Array): Promise<void> {
    this.#file ??= await Deno.open(this.#path, { append: true, create: true, mode: 0o600 });
    for (let at = 0; at < bytes.length;) at += await this.#file.write(bytes.subarray(at));
  }

  async rotate(): Promise<void> {
    this.close();
    await Deno.rename(this.#path, olderName(this.#path));
  }

  async size(): Promise<number> {
    return await fileSize(this.#path);
  }

  close(): void {
    this.#file?.close();
    this.#file = null;
  }
}

/** The size of a file, 0 if there is none. */
export async function fileSize(path: string): Promise<number> {
  try {
    return (await Deno.stat(path)).size;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return 0;
    throw error;
  }
}

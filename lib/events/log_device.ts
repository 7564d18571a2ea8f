/**
 * The file of a ledger, as few operations as it needs: write at the end, sync, cut, read a piece. An
 * interface, so that a test can let any of them fail. Knows bytes only.
 */

export interface LogDevice {
  /** Writes at `at`, the end as far as it is good; throws if not all could be written. */
  write(bytes: Uint8Array, at: number): void;
  /** Resolves when all that was written would survive a loss of power. */
  sync(): Promise<void>;
  /** Cuts what lies behind `length`. */
  truncate(length: number): void;
  read(offset: number, length: number): Uint8Array;
  size(): number;
  close(): void;
}

export class FileDevice implements LogDevice {
  readonly #file: Deno.FsFile;

  constructor(path: string) {
    this.#file = Deno.openSync(path, { read: true, write: true, create: true, mode: 0o600 });
  }

  write(bytes: Uint8Array, at: number): void {
    this.#file.seekSync(at, Deno.SeekMode.Start);
    for (let done = 0; done < bytes.length;) {
      done += this.#file.writeSync(bytes.subarray(done));
    }
  }

  sync(): Promise<void> {
    return this.#file.syncData();
  }

  truncate(length: number): void {
    this.#file.truncateSync(length);
  }

  read(offset: number, length: number): Uint8Array {
    const bytes = new Uint8Array(length);
    this.#file.seekSync(offset, Deno.SeekMode.Start);
    let done = 0;
    while (done < length) {
      const count = this.#file.readSync(bytes.subarray(done));
      if (count === null) break;
      done += count;
    }
    return bytes.subarray(0, done);
  }

  size(): number {
    return this.#file.statSync().size;
  }

  close(): void {
    this.#file.close();
  }
}

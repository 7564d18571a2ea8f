/**
 * Writing that may fail, for a full disk or a folder that is gone: a shell must go on without its
 * files, and say so. Remembers the last problem until a write works again.
 */

/** The disk as one shell's host sees it. */
export class DiskTrouble {
  #problem: string | null = null;

  /** Why files are not written at the moment, or null. */
  get problem(): string | null {
    return this.#problem;
  }

  /** Does something on disk; false if that failed. */
  attempt(write: () => void): boolean {
    try {
      write();
      this.#problem = null;
      return true;
    } catch (error) {
      this.#problem = `cannot write: ${error instanceof Error ? error.message : error}`;
      return false;
    }
  }
}

/**
 * The inbox file of one thread, read as it grows: what was written while nobody looked, a line that is
 * finished later, a file that was cut, rotated or replaced. Where reading stands is kept in the ledger,
 * after the events themselves: a crash between means reading some lines again, which the ledger knows.
 */
import { createHash } from "node:crypto";
import { type InboxLine, inboxLines } from "./inbox_lines.ts";
import type { InboxMark } from "./ledger_line.ts";
import type { Quarantine } from "./quarantine.ts";
import type { Answer } from "./receipt.ts";
import { RepeatedRun } from "./repeated_run.ts";
import { checkPath, distrust } from "./thread_folder.ts";
import type { CrashAt } from "./crash_points.ts";

export interface InboxTailParts {
  readonly path: string;
  readonly uid: number | null;
  /** Where reading stands, and how to say that it went on. */
  readonly mark: () => InboxMark | null;
  readonly setMark: (mark: InboxMark) => Promise<void>;
  readonly submit: (line: InboxLine) => Promise<Answer>;
  readonly quarantine: Quarantine;
  readonly report: (problem: string) => void;
  readonly crash: CrashAt;
}

const CHUNK_BYTES = 512 * 1024;
/** Enough of what lies in front of the mark to notice that it is another file's content. */
const PROOF_BYTES = 4_096;

export class InboxTail {
  readonly #parts: InboxTailParts;
  readonly #reading = new RepeatedRun(() => this.#read());
  #file: { handle: Deno.FsFile; dev: number; ino: number } | null = null;
  #problem: string | null = null;

  constructor(parts: InboxTailParts) {
    this.#parts = parts;
  }

  /** Reads what is new. False if it had to stop before the end: try again later. */
  poll(): Promise<boolean> {
    return this.#reading.run();
  }

  async close(): Promise<void> {
    await this.#reading.idle();
    this.#file?.handle.close();
    this.#file = null;
  }

  async #read(): Promise<boolean> {
    try {
      const found = await this.#look();
      const same = found !== null && this.#file?.ino === found.ino && this.#file.dev === found.dev;
      if (this.#file !== null && !same) {
        // It was moved away, cut off from its name or barred: what came before is read to its end.
        if (!await this.#drain()) return false;
        this.#close();
      }
      if (found === null) return true;
      if (this.#file === null && !await this.#open(found)) return false;
      return await this.#drain();
    } catch (error) {
      this.#complain(`${this.#parts.path} cannot be read: ${(error as Error).message}`);
      return false;
    }
  }

  /** What is at the path now; null if there is nothing that may be read. */
  async #look(): Promise<Deno.FileInfo | null> {
    const { path, uid } = this.#parts;
    const found = await checkPath(path, "file", uid);
    if (found === "missing") return null;
    if (found.problem !== null) this.#complain(found.problem);
    else this.#problem = null;
    return found.problem === null ? found.info : null;
  }

  async #open({ dev, ino }: Deno.FileInfo): Promise<boolean> {
    const handle = await Deno.open(this.#parts.path, { read: true });
    const opened = await handle.stat();
    // Somebody may have put a link there in between.
    if (opened.ino !== ino || opened.dev !== dev) {
      handle.close();
      return false;
    }
    this.#file = { handle, dev, ino: ino ?? 0 };
    return true;
  }

  async #drain(): Promise<boolean> {
    const { handle } = this.#file!;
    for (;;) {
      const info = await handle.stat();
      const reason = distrust(info, "file", this.#parts.uid);
      // Its rights may have changed since it was opened; what it is called does not matter here.
      if (reason !== null) return true;
      const { size } = info;
      const offset = await this.#offset(size);
      if (offset >= size) return true;
      const bytes = await readAt(handle, offset, Math.min(CHUNK_BYTES, size - offset));
      const lines = inboxLines(bytes, offset);
      if (lines.length === 0) {
        if (bytes.length < CHUNK_BYTES) return true;
        await this.#giveUp(bytes, offset);
        continue;
      }
      if (!await this.#take(lines)) return false;
      this.#parts.crash("inbox.before_offset");
      await this.#remember(lines.at(-1)!.end);
    }
  }

  /** Where to go on; from the beginning if this is another file, or another content. */
  async #offset(size: number): Promise<number> {
    const { handle, dev, ino } = this.#file!;
    const mark = this.#parts.mark();
    if (mark === null || mark.ino !== ino || mark.dev !== dev || size < mark.offset) return 0;
    return await proofAt(handle, mark.offset) === mark.proof ? mark.offset : 0;
  }

  async #remember(offset: number): Promise<void> {
    const { handle, dev, ino } = this.#file!;
    await this.#parts.setMark({ dev, ino, offset, proof: await proofAt(handle, offset) });
  }

  async #take(lines: readonly InboxLine[]): Promise<boolean> {
    const wanted = lines.filter(({ text }) => text.trim() !== "");
    const answers = await Promise.all(wanted.map((line) => this.#parts.submit(line)));
    for (const [at, answer] of answers.entries()) {
      if (answer.ok) continue;
      // The disk, the lock or the rate: nothing is wrong with the line, so it stays where it is.
      if (answer.code === "not_stored" || answer.code === "rate_limited") {
        this.#complain(`${this.#parts.path} waits: ${answer.message}`);
        return false;
      }
      const line = wanted[at]!;
      const again = answer.code === "duplicate_event" &&
        answer.message.startsWith("it was accepted");
      if (!again) await this.#refuse(line, answer.code, answer.message);
    }
    return true;
  }

  /** A line without an end in sight: it is passed over piece by piece. */
  async #giveUp(bytes: Uint8Array, offset: number): Promise<void> {
    const text = new TextDecoder().decode(bytes.subarray(0, 1_024));
    await this.#refuse({ text, tooLong: true, end: offset }, "too_large", "a line without an end");
    await this.#remember(offset + bytes.length);
  }

  async #refuse({ text, end }: InboxLine, code: string, message: string): Promise<void> {
    const { quarantine, report, path } = this.#parts;
    report(`${path}: a line was refused: ${message}`);
    await quarantine.add({ door: "inbox", code, message, text, place: `before byte ${end}` });
  }

  /** The same problem is told once. */
  #complain(problem: string): void {
    if (this.#problem !== problem) this.#parts.report(problem);
    this.#problem = problem;
  }

  #close(): void {
    this.#file?.handle.close();
    this.#file = null;
  }
}

async function proofAt(file: Deno.FsFile, offset: number): Promise<string> {
  const length = Math.min(PROOF_BYTES, offset);
  const bytes = await readAt(file, offset - length, length);
  return createHash("sha256").update(bytes).digest("base64url").slice(0, 16);
}

async function readAt(
  file: Deno.FsFile,
  offset: number,
  length: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(length);
  await file.seek(offset, Deno.SeekMode.Start);
  let done = 0;
  while (done < length) {
    const count = await file.read(bytes.subarray(done));
    if (count === null) break;
    done += count;
  }
  return bytes.subarray(0, done);
}

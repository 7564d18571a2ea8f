/**
 * A shell's record on disk: written so that neither a reader nor a crash sees half of it, the
 * latest state winning over those that came while the disk was busy.
 */
import { join } from "@std/path";
import { writeJsonFile } from "../disk/json_file.ts";
import { recordSchema, type ShellRecord } from "./record.ts";

export const RECORD_NAME = "record.json";

/** Writes the records of one shell, in order, never two at once. */
export class RecordFile {
  readonly #path: string;
  readonly #onProblem: (problem: string) => void;
  #next: ShellRecord | null = null;
  #writing: Promise<void> | null = null;

  /** `folder` must exist. A record that cannot be written is a problem, never the shell's end. */
  constructor(folder: string, onProblem: (problem: string) => void) {
    this.#path = join(folder, RECORD_NAME);
    this.#onProblem = onProblem;
  }

  /** Takes note of the state; resolves once it, or a later one, is on disk. */
  save(record: ShellRecord): Promise<void> {
    this.#next = record;
    return this.#writing ??= this.#writeAll();
  }

  async #writeAll(): Promise<void> {
    while (this.#next !== null) {
      const record = this.#next;
      this.#next = null;
      await writeJsonFile(this.#path, record).catch((error) => {
        this.#onProblem(`cannot write ${this.#path}: ${error.message}`);
      });
    }
    // In the same step as the last look at #next: a save in between would be forgotten.
    this.#writing = null;
  }
}

/** A record, or why there is none to be had. */
export type ReadRecord =
  | { readonly ok: true; readonly record: ShellRecord }
  | { readonly ok: false; readonly problem: string };

/** Reads the record in a shell's folder. */
export async function readRecord(folder: string): Promise<ReadRecord> {
  const path = join(folder, RECORD_NAME);
  try {
    const parsed = recordSchema.safeParse(JSON.parse(await Deno.readTextFile(path)));
    if (parsed.success) return { ok: true, record: parsed.data };
    const issue = parsed.error.issues[0];
    return {
      ok: false,
      problem: `${path}: ${issue?.path.join(".") ?? ""}: ${issue?.message ?? ""}`,
    };
  } catch (error) {
    return { ok: false, problem: `${path}: ${(error as Error).message}` };
  }
}

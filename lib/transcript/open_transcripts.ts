/**
 * The transcripts that are in use: the same object for all who ask, a bounded number of them, and
 * with that a bounded number of open files. One that somebody is using is never let go.
 */
import { join } from "@std/path";
import { type Report, Transcript, type TranscriptListener } from "./transcript.ts";

const MAX_OPEN = 64;

export class OpenTranscripts {
  readonly #folder: string;
  readonly #report: Report;
  readonly #listener: (id: string) => TranscriptListener;
  /** Least recently asked for first. */
  readonly #open = new Map<string, Transcript>();

  constructor(folder: string, report: Report, listener: (id: string) => TranscriptListener) {
    this.#folder = folder;
    this.#report = report;
    this.#listener = listener;
  }

  /** The transcript of a conversation. Ask anew each time; do not keep it. */
  get(id: string): Transcript {
    const transcript = this.#open.get(id) ?? this.#make(id);
    this.#open.delete(id);
    this.#open.set(id, transcript);
    return transcript;
  }

  /** Waits for what is being written to one, and forgets it. */
  async close(id: string): Promise<void> {
    const transcript = this.#open.get(id);
    await transcript?.close();
    if (this.#open.get(id) === transcript) this.#open.delete(id);
  }

  /** The same for all, at the end of the service. */
  async closeAll(): Promise<void> {
    await Promise.all([...this.#open.keys()].map((id) => this.close(id)));
  }

  #make(id: string): Transcript {
    if (this.#open.size >= MAX_OPEN) {
      for (const [oldest, transcript] of this.#open) {
        if (!transcript.idle) continue;
        this.#open.delete(oldest);
        void transcript.close();
        break;
      }
    }
    const path = join(this.#folder, id, "transcript.jsonl");
    return new Transcript(path, this.#report, { listener: this.#listener(id) });
  }
}

// A transcript in a folder of its own, for the tests of this folder: entries to fill it with, and
// every transcript that was opened is closed at the end.

import { join } from "@std/path";
import type { AppendFile } from "../../lib/transcript/append_file.ts";
import type { Entry } from "../../lib/router/change.ts";
import { Transcript } from "../../lib/transcript/transcript.ts";

/** What a test works with. */
export interface TranscriptFolder {
  readonly path: string;
  readonly index: string;
  /** Everything that was reported so far. */
  readonly reports: string[];
  /** Another Transcript on the same file, as after a restart. */
  open(file?: AppendFile): Transcript;
}

export const entry = (n: number, text = `text ${n}`): Entry => ({
  id: `e${n}`,
  ts: "2026-01-01T00:00:00.000Z",
  role: "user",
  text,
});

/** `count` entries from `from` on. */
export const entries = (from: number, count: number, text?: string): Entry[] =>
  Array.from({ length: count }, (_, at) => entry(from + at, text));

export const ids = (list: readonly { readonly id: string }[]): string[] => list.map(({ id }) => id);

/** Runs `fn` with an empty folder. */
export async function inFolder(fn: (folder: TranscriptFolder) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "ph-transcript-" });
  const path = join(folder, "transcript.jsonl");
  const reports: string[] = [];
  const opened: Transcript[] = [];
  const open = (file?: AppendFile) => {
    const transcript = new Transcript(
      path,
      (problem) => reports.push(problem),
      file ? { file } : {},
    );
    opened.push(transcript);
    return transcript;
  };
  try {
    await fn({ path, index: join(folder, "transcript.idx"), reports, open });
  } finally {
    for (const transcript of opened) await transcript.close();
    await Deno.remove(folder, { recursive: true });
  }
}

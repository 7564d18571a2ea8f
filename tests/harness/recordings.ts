// The recorded wire of the real app-server, from tests/fixtures/recordings. Owns where the files
// are and how a line is read; what the messages mean is the tests' business.

import { join } from "@std/path";

/** A message of the protocol, not interpreted. */
export type Message = Record<string, unknown>;

/** One recorded message: `in` went to the server's stdin, `out` came from its stdout. */
export interface RecordedLine {
  readonly dir: "in" | "out";
  /** Milliseconds since the server was started. */
  readonly t_ms: number;
  readonly msg: Message;
}

const FOLDER = join(import.meta.dirname!, "..", "fixtures", "recordings");

/** The names of all recordings, without `.jsonl`, sorted. */
export function listRecordings(): string[] {
  return [...Deno.readDirSync(FOLDER)]
    .filter((entry) => entry.name.endsWith(".jsonl"))
    .map((entry) => entry.name.slice(0, -".jsonl".length))
    .sort();
}

/** Reads a recording; junk that was sent to the server on purpose is left out. */
export function loadRecording(name: string): RecordedLine[] {
  const text = Deno.readTextFileSync(join(FOLDER, `${name}.jsonl`));
  return text.split("\n").filter((line) => line !== "").flatMap(readLine);
}

// Some clients' lines were recorded as raw text, since they were not meant to be valid.
function readLine(line: string): RecordedLine[] {
  const { dir, t_ms, msg, raw } = JSON.parse(line);
  const message = msg ?? objectIn(raw);
  return message === undefined ? [] : [{ dir, t_ms, msg: message }];
}

function objectIn(raw: string): Message | undefined {
  try {
    const value = JSON.parse(raw);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

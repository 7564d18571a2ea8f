/**
 * Reads a rollout record by record with bounded memory, whatever its size. Tells where it is
 * damaged: a line that is no record, or a file that says nothing of its thread. A last line that
 * was cut short is no damage: the agent was writing when it ended.
 */
import { LineSplitter } from "../../protocol/lines.ts";
import { parseRecord, type RolloutRecord } from "./rollout_record.ts";

/** What a line of a rollout is. */
export type RolloutLine =
  | { readonly kind: "record"; readonly record: RolloutRecord; readonly bytes: number }
  | { readonly kind: "damaged"; readonly line: number; readonly message: string };

const CHUNK = 256 * 1024;
/** Pictures lie inside of lines; larger ones than this are left out. */
const MAX_LINE = 32 * 1024 * 1024;

/** The records of a file, up to `maxBytes` of it. */
export async function* readRollout(
  path: string,
  maxBytes: number = Infinity,
): AsyncGenerator<RolloutLine> {
  using file = await Deno.open(path);
  const splitter = new LineSplitter(MAX_LINE);
  const chunk = new Uint8Array(CHUNK);
  let line = 0;
  for (let read = 0; read < maxBytes;) {
    const count = await file.read(chunk.subarray(0, Math.min(CHUNK, maxBytes - read)));
    if (count === null) break;
    read += count;
    for (const found of splitter.push(chunk.subarray(0, count))) {
      line++;
      if (found.kind === "too_long" || found.text.trim() === "") continue;
      const record = parseRecord(found.text);
      if (record !== null) yield { kind: "record", record, bytes: found.text.length };
      else yield { kind: "damaged", line, message: "it is not JSON" };
    }
  }
  if (maxBytes !== Infinity) return; // The rest of the last line lies behind what was read.
  for (const found of splitter.end()) {
    const record = found.kind === "line" ? parseRecord(found.text) : null;
    if (record !== null && found.kind === "line") {
      yield { kind: "record", record, bytes: found.text.length };
    }
  }
}

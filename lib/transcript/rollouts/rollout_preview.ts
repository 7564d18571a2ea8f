/** What a rollout is about, from its head alone: who, where, when, and the first rows. */
import type { Entry } from "../../router/change.ts";
import { readRollout } from "./rollout_reader.ts";
import { RolloutReplay } from "./rollout_replay.ts";

export interface RolloutPreview {
  readonly cwd: string | null;
  readonly model: string | null;
  readonly started_at: string | null;
  /** The first message of the person, cut to a line or two. */
  readonly first_message: string | null;
  /** The first rows, where they were asked for. */
  readonly entries: readonly Entry[];
  /** What is wrong with the head, if something is. */
  readonly problem: { readonly line: number; readonly message: string } | null;
}

const HEAD_BYTES = 512 * 1024;
const MAX_CHARACTERS = 300;

/** Reads the head: up to the first message, or as many rows as asked for. */
export async function previewRollout(
  path: string,
  rows: number,
  strip?: (text: string) => string,
): Promise<RolloutPreview> {
  const replay = new RolloutReplay(strip);
  const entries: Entry[] = [];
  let problem: RolloutPreview["problem"] = null;
  let first: string | null = null;
  for await (const line of readRollout(path, HEAD_BYTES)) {
    if (line.kind === "damaged") {
      problem = { line: line.line, message: line.message };
      break;
    }
    entries.push(...replay.take(line.record, line.bytes));
    first ??= entries.find(({ role }) => role === "user") === undefined ? null : firstText(entries);
    if (first !== null && replay.info.model !== null && entries.length >= rows) break;
  }
  // A short file may leave its only turn open: what was said in it counts.
  if (first === null || entries.length < rows) entries.push(...replay.end());
  first ??= firstText(entries);
  const { threadId, cwd, model, startedAt } = replay.info;
  problem ??= threadId === null ? { line: 1, message: "it does not begin with its session" } : null;
  return {
    ...{ cwd, model, started_at: startedAt, first_message: first, problem },
    entries: entries.slice(0, rows),
  };
}

function firstText(entries: readonly Entry[]): string | null {
  const message = entries.find((entry) => entry.role === "user");
  return message?.role === "user" ? message.text.trim().slice(0, MAX_CHARACTERS) : null;
}

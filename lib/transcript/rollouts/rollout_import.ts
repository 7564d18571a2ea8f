/**
 * The import of one rollout: streamed into a folder aside, which becomes a conversation only when
 * all of it was read. So a damaged or interrupted import leaves nothing behind.
 */
import type { Entry } from "../../router/change.ts";
import type { Conversations, Meta, PreparedConversation } from "../conversations.ts";
import { readRollout } from "./rollout_reader.ts";
import { RolloutReplay } from "./rollout_replay.ts";

export interface ImportOptions {
  /** Skip what is damaged, and start a new thread instead of going on with this one. */
  readonly fresh: boolean;
  readonly now: string;
  readonly strip?: (text: string) => string;
}

/** What became of an import. */
export type ImportOutcome =
  | { readonly ok: true; readonly meta: Meta; readonly existing: boolean; readonly entries: number }
  | { readonly ok: false; readonly line: number; readonly message: string };

const BATCH = 500;
const LABEL_CHARACTERS = 80;

/** Imports the rollout at `path`; the conversation of its thread, if there is one already. */
export async function importRollout(
  conversations: Conversations,
  path: string,
  options: ImportOptions,
): Promise<ImportOutcome> {
  const replay = new RolloutReplay(options.strip);
  const prepared = await conversations.prepare();
  try {
    const outcome = await fill(conversations, prepared, replay, path, options);
    if (outcome.ok === true && !outcome.existing) return outcome;
    await prepared.discard();
    return outcome;
  } catch (error) {
    await prepared.discard();
    throw error;
  }
}

async function fill(
  conversations: Conversations,
  prepared: PreparedConversation,
  replay: RolloutReplay,
  path: string,
  { fresh, now }: ImportOptions,
): Promise<ImportOutcome> {
  const writer = new BatchWriter(prepared);
  let damaged: { line: number; message: string } | null = null;
  for await (const line of readRollout(path)) {
    if (line.kind === "damaged") {
      damaged ??= line;
      if (fresh) continue;
      return { ok: false, line: line.line, message: line.message };
    }
    const known = replay.info.threadId;
    await writer.add(replay.take(line.record, line.bytes));
    if (known !== null || fresh) continue;
    const { threadId } = replay.info;
    if (threadId === null) {
      return { ok: false, line: 1, message: "it does not begin with its session" };
    }
    const existing = await conversations.ofThread(threadId);
    if (existing !== null) return { ok: true, meta: existing, existing: true, entries: 0 };
  }
  const { threadId, cwd, model } = replay.info;
  if (threadId === null && !fresh) return { ok: false, line: 1, message: "it is empty" };
  await writer.add(replay.end());
  if (fresh) await writer.add([freshNotice(threadId, damaged, now)]);
  await writer.flush();
  const meta = await prepared.adopt({
    cwd: cwd ?? "/",
    model,
    label: writer.label,
    thread_id: fresh ? null : threadId,
    rollout_path: path,
  }, now);
  return { ok: true, meta, existing: false, entries: writer.count };
}

/** Appends in batches, and remembers the first message as a title. */
class BatchWriter {
  readonly #prepared: PreparedConversation;
  #waiting: Entry[] = [];
  count = 0;
  label = "";

  constructor(prepared: PreparedConversation) {
    this.#prepared = prepared;
  }

  async add(entries: readonly Entry[]): Promise<void> {
    for (const entry of entries) {
      if (this.label === "" && entry.role === "user") this.label = titleOf(entry.text);
      this.#waiting.push(entry);
    }
    if (this.#waiting.length >= BATCH) await this.flush();
  }

  async flush(): Promise<void> {
    if (this.#waiting.length > 0) await this.#prepared.transcript.append(this.#waiting);
    this.count += this.#waiting.length;
    this.#waiting = [];
  }
}

function titleOf(text: string): string {
  const line = text.trim().split("\n", 1)[0] ?? "";
  return line.length <= LABEL_CHARACTERS ? line : `${line.slice(0, LABEL_CHARACTERS - 1)}…`;
}

function freshNotice(
  threadId: string | null,
  damaged: { readonly line: number } | null,
  ts: string,
): Entry {
  const why = damaged === null ? "" : ` Line ${damaged.line} of its file is damaged.`;
  const text = `A new thread starts here; the agent does not know what is above.${why}`;
  return { id: `fresh:${threadId ?? "unknown"}`, ts, role: "notice", kind: "history", text };
}

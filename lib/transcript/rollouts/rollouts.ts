/**
 * Rollouts, the agent's own files, as people meet them here: a list, a look inside, and the import
 * of one as a conversation that goes on with its thread. Importing twice gives the same
 * conversation; a damaged one is told, and can be started afresh.
 */
import type { Conversations, Meta } from "../conversations.ts";
import { type ImportOutcome, importRollout } from "./rollout_import.ts";
import { type RolloutFile, RolloutFiles } from "./rollout_files.ts";
import { previewRollout, type RolloutPreview } from "./rollout_preview.ts";

/** A rollout in a list. */
export type RolloutRow =
  & Omit<RolloutPreview, "entries">
  & RolloutFile
  & { readonly conversation_id: string | null };

const AT_ONCE = 8;

export class Rollouts {
  readonly files: RolloutFiles;
  readonly #conversations: Conversations;
  readonly #strip: ((text: string) => string) | undefined;
  /** Imports that are under way, by file: a second call waits for the first. */
  readonly #running = new Map<string, Promise<ImportOutcome>>();

  /** `strip` takes from a person's message what is not the person's own words. */
  constructor(codexHome: string, conversations: Conversations, strip?: (text: string) => string) {
    this.files = new RolloutFiles(codexHome);
    this.#conversations = conversations;
    this.#strip = strip;
  }

  /** A page of rollouts, newest first, and where the next one begins. */
  async list(
    limit: number,
    cursor: string | null,
  ): Promise<{ rollouts: RolloutRow[]; next: string | null }> {
    const found = await this.files.list(limit + 1, cursor);
    const files = found.slice(0, limit);
    const byThread = await this.#byThread();
    const rollouts: RolloutRow[] = [];
    for (let at = 0; at < files.length; at += AT_ONCE) {
      const some = files.slice(at, at + AT_ONCE).map((file) => this.#row(file, byThread));
      rollouts.push(...await Promise.all(some));
    }
    return { rollouts, next: found.length > limit ? files.at(-1)?.path ?? null : null };
  }

  /** A look inside: the row with its first entries. */
  async preview(file: RolloutFile, rows: number): Promise<RolloutRow & RolloutPreview> {
    const preview = await previewRollout(this.files.absolute(file), rows, this.#strip);
    const { conversation_id } = await this.#row(file, await this.#byThread());
    return { ...file, ...preview, conversation_id };
  }

  /** Makes a conversation of it; `fresh` takes the rows only and starts a new thread. */
  import(file: RolloutFile, fresh: boolean, now: string): Promise<ImportOutcome> {
    const known = this.#running.get(file.path);
    if (known !== undefined) return known;
    const path = this.files.absolute(file);
    const options = { fresh, now, ...(this.#strip === undefined ? {} : { strip: this.#strip }) };
    const running = importRollout(this.#conversations, path, options)
      .finally(() => this.#running.delete(file.path));
    this.#running.set(file.path, running);
    return running;
  }

  /** The same, but no longer than `ms`: then null, and the import goes on by itself. */
  async importWithin(
    ms: number,
    ...args: Parameters<Rollouts["import"]>
  ): Promise<ImportOutcome | null> {
    const running = this.import(...args);
    // Nobody may be waiting any more when it fails; the next call tells.
    running.catch(() => {});
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<null>((resolve) => timer = setTimeout(() => resolve(null), ms));
    return await Promise.race([running, late]).finally(() => clearTimeout(timer));
  }

  async #row(file: RolloutFile, byThread: ReadonlyMap<string, Meta>): Promise<RolloutRow> {
    const { entries: _, ...preview } = await previewRollout(
      this.files.absolute(file),
      0,
      this.#strip,
    )
      .catch(unreadable);
    const conversation_id = byThread.get(file.thread_id)?.conversation_id ?? null;
    return { ...file, ...preview, conversation_id };
  }

  async #byThread(): Promise<Map<string, Meta>> {
    const metas = await this.#conversations.list({ archived: "all" });
    return new Map(metas.map((meta) => [meta.thread_id ?? "", meta]));
  }
}

function unreadable(error: Error): RolloutPreview {
  const problem = { line: 0, message: error.message };
  const none = { cwd: null, model: null, started_at: null, first_message: null };
  return { ...none, entries: [], problem };
}

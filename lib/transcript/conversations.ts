/**
 * The conversations on disk: a folder each, with conversation_meta.json (the settings' single
 * source of truth) and transcript.jsonl. Owns ids, listing, changing, deleting and forking; tells
 * its listener of every change. Knows nothing of threads beyond their ids.
 */
import { join } from "@std/path";
import { matchesTitle } from "./title_search.ts";
import { changedMeta, type Meta, type NewConversation, readMeta } from "./meta.ts";
import { MetaFiles } from "./meta_files.ts";
import { OpenTranscripts } from "./open_transcripts.ts";
import { folderAside, PreparedConversation, removeLeftovers } from "./prepared_conversation.ts";
import { Selection } from "./selection.ts";
import type { Report, Transcript, TranscriptListener } from "./transcript.ts";
import { Trash } from "./trash.ts";

export type { Meta, NewConversation } from "./meta.ts";
export type { PreparedConversation } from "./prepared_conversation.ts";

/** What became of a conversation. */
export interface ConversationChange {
  readonly kind: "created" | "changed" | "deleted";
  readonly meta: Meta;
  /** How it was before a change. */
  readonly before?: Meta;
}

export interface ListQuery {
  /** Without it, those that are not archived. */
  readonly archived?: boolean | "all" | undefined;
  /** Words that the title must have. */
  readonly q?: string | undefined;
}

/** Who wants to know of changes, and of entries as they are appended. */
export interface ConversationsListener {
  onChange?(change: ConversationChange): void;
  onAppend?(id: string, ...appended: Parameters<TranscriptListener>): void;
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const COPY_AT_ONCE = 500;

export class Conversations {
  readonly #folder: string;
  readonly #report: Report;
  readonly #metas: MetaFiles;
  readonly #transcripts: OpenTranscripts;
  readonly #trash: Trash;
  readonly #selection: Selection;
  readonly #listeners = new Set<ConversationsListener>();
  /** Changes of meta files come one after the other. */
  #changes: Promise<unknown> = Promise.resolve();

  constructor(home: string, report: Report) {
    this.#folder = join(home, "conversations");
    this.#report = report;
    this.#metas = new MetaFiles(this.#folder, report);
    this.#trash = new Trash(home);
    this.#selection = new Selection(home);
    this.#transcripts = new OpenTranscripts(this.#folder, report, (id) => (...appended) => {
      this.#metas.touch(id, Date.parse(appended[0].at(-1)?.ts ?? "") || 0);
      for (const listener of this.#listeners) listener.onAppend?.(id, ...appended);
    });
  }

  /** Adds a listener. */
  listen(listener: ConversationsListener): void {
    this.#listeners.add(listener);
  }

  /** Makes a conversation: a draft, unless it is given a thread. */
  async create(fields: NewConversation, now: string): Promise<Meta> {
    const id = crypto.randomUUID();
    await Deno.mkdir(this.folderOf(id), { recursive: true, mode: 0o700 });
    return await this.#createIn(id, fields, now);
  }

  /** A folder to put a conversation together in, which becomes one when it is adopted. */
  async prepare(): Promise<PreparedConversation> {
    const folder = await folderAside(this.#folder);
    return new PreparedConversation(folder, this.#report, async (fields, now) => {
      const id = crypto.randomUUID();
      await Deno.rename(folder, this.folderOf(id));
      return await this.#createIn(id, fields, now);
    });
  }

  /** The meta of a conversation, or null if there is none of that id. */
  async get(id: string): Promise<Meta | null> {
    // The check also keeps ids from walking out of the folder.
    return ID.test(id) ? await this.#metas.get(id) : null;
  }

  /** Whether there was one of that id that rests in the trash. */
  async wasDeleted(id: string): Promise<boolean> {
    return ID.test(id) && await this.#trash.has(id);
  }

  /** Changes some fields and writes the file. */
  update(id: string, change: Partial<Meta>): Promise<Meta> {
    return this.#oneByOne(async () => {
      const meta = await this.get(id);
      if (meta === null) throw new Error(`there is no conversation ${id}`);
      const next = changedMeta(meta, change);
      await this.#metas.write(next);
      this.#tell("changed", next, meta);
      return next;
    });
  }

  /** Pinned ones first, then by what happened last. One that cannot be read is left out. */
  async list({ archived = false, q = "" }: ListQuery = {}): Promise<Meta[]> {
    const metas = await this.#metas.all(await this.#ids());
    return metas
      .filter((meta) => archived === "all" || meta.archived === archived)
      .filter((meta) => matchesTitle(meta.label, q))
      .sort((a, b) =>
        Number(b.pinned) - Number(a.pinned) ||
        this.lastActivity(b.conversation_id) - this.lastActivity(a.conversation_id) ||
        (a.conversation_id < b.conversation_id ? -1 : 1)
      );
  }

  /** The conversation of a thread, or null. */
  async ofThread(threadId: string): Promise<Meta | null> {
    const metas = await this.list({ archived: "all" });
    return metas.find(({ thread_id }) => thread_id === threadId) ?? null;
  }

  /** When something last happened in a conversation that was listed or read, in milliseconds. */
  lastActivity(id: string): number {
    return this.#metas.activityOf(id);
  }

  /** Moves a conversation to the trash, or removes it for good; false if there is none. */
  delete(id: string, now: string, permanent = false): Promise<boolean> {
    return this.#oneByOne(async () => {
      const meta = await this.get(id);
      if (meta === null) return false;
      await this.#transcripts.close(id);
      await this.#trash.put(id, this.folderOf(id), now);
      this.#metas.forget(id);
      if (permanent) await this.#trash.remove(id);
      if (await this.#selection.get() === id) await this.#selection.set(null);
      this.#tell("deleted", meta);
      return true;
    });
  }

  /** Brings a conversation back from the trash; null if it is not there. */
  restore(id: string): Promise<Meta | null> {
    return this.#oneByOne(async () => {
      if (!ID.test(id) || !await this.#trash.restore(id, this.folderOf(id))) return null;
      const meta = await this.get(id);
      if (meta !== null) this.#tell("created", meta);
      return meta;
    });
  }

  /** A new conversation with the settings and, up to entry `upTo`, the entries of another one. */
  async fork(
    source: Meta,
    fields: { thread_id: string | null; label?: string; upTo?: number },
    now: string,
  ): Promise<Meta> {
    const { thread_id, label = source.label, upTo } = fields;
    const { pinned: _, archived: __, invalid_fields: ___, ...settings } = source;
    const fork = { ...settings, label, thread_id, rollout_path: null };
    const meta = await this.create({ ...fork, forked_from: source.conversation_id }, now);
    await this.#copy(source.conversation_id, meta.conversation_id, upTo);
    return meta;
  }

  /** Makes a conversation the current one; false if there is none of that id. */
  async select(id: string): Promise<boolean> {
    if (await this.get(id) === null) return false;
    await this.#selection.set(id);
    return true;
  }

  /** The current conversation, or null. */
  async current(): Promise<Meta | null> {
    const id = await this.#selection.get();
    return id === null ? null : await this.get(id);
  }

  /** The transcript of a conversation. Ask for it anew each time. */
  transcript(id: string): Transcript {
    return this.#transcripts.get(id);
  }

  folderOf(id: string): string {
    return join(this.#folder, id);
  }

  /** Once, at the start: removes what a crash left behind and what was deleted long ago. */
  async tidy(nowMs: number): Promise<void> {
    await removeLeftovers(this.#folder);
    await this.#trash.purge(nowMs);
  }

  /** Waits for everything that is being written. */
  async close(): Promise<void> {
    await this.#changes;
    await this.#transcripts.closeAll();
  }

  async #createIn(id: string, fields: NewConversation, now: string): Promise<Meta> {
    const fixed = { conversation_id: id, created_at: now, updated_at: now };
    const { meta } = readMeta({ ...fields, ...fixed }, { ...fixed, cwd: fields.cwd })!;
    await this.#metas.write(meta);
    this.#tell("created", meta);
    return meta;
  }

  async #copy(from: string, to: string, upTo: number | undefined): Promise<void> {
    const before = upTo === undefined ? undefined : upTo + 1;
    for (let after = 0;;) {
      const query = { after, before, limit: COPY_AT_ONCE };
      const { entries, last } = await this.transcript(from).range(query);
      if (entries.length === 0) return;
      await this.transcript(to).append(entries);
      after = last;
    }
  }

  async #ids(): Promise<string[]> {
    const ids: string[] = [];
    try {
      for await (const { name, isDirectory } of Deno.readDir(this.#folder)) {
        if (isDirectory && ID.test(name)) ids.push(name);
      }
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
    return ids;
  }

  #tell(kind: ConversationChange["kind"], meta: Meta, before?: Meta): void {
    const change = before === undefined ? { kind, meta } : { kind, meta, before };
    for (const listener of this.#listeners) listener.onChange?.(change);
  }

  #oneByOne<T>(action: () => Promise<T>): Promise<T> {
    const done = this.#changes.then(action);
    this.#changes = done.catch(() => {});
    return done;
  }
}

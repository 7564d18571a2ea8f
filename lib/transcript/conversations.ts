/**
 * The conversations on disk: a folder each, with conversation_meta.json (the settings' single
 * source of truth) and transcript.jsonl. Owns ids, listing and the atomic change of a meta file.
 */
import { ensureDir } from "@std/fs";
import { join } from "@std/path";
import { z } from "zod";
import { readJsonFile, writeJsonFile } from "./json_file.ts";
import { type Report, Transcript } from "./transcript.ts";

/** Unknown fields are kept: a newer version, or a person, may have put them there. */
export const metaSchema = z.looseObject({
  conversation_id: z.string(),
  thread_id: z.string().nullable().default(null),
  label: z.string().default(""),
  cwd: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
});

/** What conversation_meta.json holds. A conversation without thread is a draft. */
export type Meta = z.infer<typeof metaSchema>;

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const MAX_OPEN = 256;

export class Conversations {
  readonly #folder: string;
  readonly #report: Report;
  readonly #transcripts = new Map<string, Transcript>();
  readonly #metas = new Map<string, Meta>();
  /** Changes of one meta file come one after the other. */
  #changes: Promise<unknown> = Promise.resolve();

  constructor(home: string, report: Report) {
    this.#folder = join(home, "conversations");
    this.#report = report;
  }

  /** Makes a draft. */
  async create(fields: { cwd: string; label?: string }, now: string): Promise<Meta> {
    const meta: Meta = {
      conversation_id: crypto.randomUUID(),
      thread_id: null,
      label: fields.label ?? "",
      cwd: fields.cwd,
      created_at: now,
      updated_at: now,
    };
    const folder = this.#path(meta.conversation_id);
    await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
    await writeJsonFile(join(folder, "conversation_meta.json"), meta);
    this.#metas.set(meta.conversation_id, meta);
    return meta;
  }

  /** The meta of a conversation, or null if there is none of that id. */
  async get(id: string): Promise<Meta | null> {
    if (!ID.test(id)) return null; // Also keeps ids from walking out of the folder.
    const known = this.#metas.get(id);
    if (known !== undefined) return known;
    const value = await readJsonFile(join(this.#path(id), "conversation_meta.json"));
    if (value === null) return null;
    const parsed = metaSchema.safeParse(value);
    if (!parsed.success) {
      this.#report(`${id}: conversation_meta.json: ${z.prettifyError(parsed.error)}`);
      return null;
    }
    this.#metas.set(id, parsed.data);
    return parsed.data;
  }

  /** Changes some fields and writes the file. */
  update(id: string, change: Partial<Meta>): Promise<Meta> {
    const done = this.#changes.then(async () => {
      const meta = await this.get(id);
      if (meta === null) throw new Error(`there is no conversation ${id}`);
      const next = { ...meta, ...change };
      await writeJsonFile(join(this.#path(id), "conversation_meta.json"), next);
      this.#metas.set(id, next);
      return next;
    });
    this.#changes = done.catch(() => {});
    return done;
  }

  /** All of them, the latest first. One that cannot be read is reported and left out. */
  async list(): Promise<Meta[]> {
    await ensureDir(this.#folder);
    const metas: Meta[] = [];
    for await (const entry of Deno.readDir(this.#folder)) {
      if (!entry.isDirectory) continue;
      const meta = await this.get(entry.name).catch((error) => {
        this.#report(error.message);
        return null;
      });
      if (meta !== null) metas.push(meta);
    }
    return metas.sort((a, b) => b.updated_at < a.updated_at ? -1 : 1);
  }

  /** The transcript of a conversation; the same object for all callers while it is in use. */
  transcript(id: string): Transcript {
    const known = this.#transcripts.get(id);
    if (known !== undefined) return known;
    const transcript = new Transcript(join(this.#path(id), "transcript.jsonl"), this.#report);
    if (this.#transcripts.size >= MAX_OPEN) {
      const [oldest] = this.#transcripts.keys();
      this.#transcripts.delete(oldest!);
    }
    this.#transcripts.set(id, transcript);
    return transcript;
  }

  #path(id: string): string {
    return join(this.#folder, id);
  }
}

/**
 * The queues on disk, `queue.json` in the folder of each conversation that has one, and in memory.
 * A change counts at once and is written behind; who must be sure waits for the write. Tells pages
 * about each change that they can see.
 */
import { join } from "@std/path";
import { z } from "zod";
import { bufferSchema } from "../context/command_buffer.ts";
import type { QueueView } from "../hub/events.ts";
import { readJsonFile, writeJsonFile } from "../disk/json_file.ts";
import { EMPTY_QUEUE, isEmpty, type Queue, type QueueChange, viewOf } from "./queue.ts";

const Message = z.object({
  id: z.string(),
  ts: z.string(),
  text: z.string(),
  images: z.array(z.string()).optional(),
  recorded: z.literal(true).optional(),
  attempts: z.number().int().optional(),
  carried: bufferSchema.optional(),
});
const QueueFile = z.object({
  revision: z.number().int().default(0),
  held: z.enum(["interrupted", "failed"]).nullable().default(null),
  waiting: z.array(Message).default([]),
  sent: z.array(Message.extend({ turn_id: z.string().nullable().default(null) })).default([]),
});

/** What the owner plugs in. */
export interface QueueStoreOptions {
  /** The folder of a conversation. */
  readonly folder: (conversationId: string) => string;
  readonly onChange: (conversationId: string, queue: QueueView) => void;
  readonly report: (problem: string) => void;
}

export class QueueStore {
  readonly #options: QueueStoreOptions;
  readonly #queues = new Map<string, Queue>();
  readonly #writes = new Map<string, Promise<void>>();

  constructor(options: QueueStoreOptions) {
    this.#options = options;
  }

  /** The queue of a conversation; read from disk the first time. */
  async get(id: string): Promise<Queue> {
    const known = this.#queues.get(id);
    if (known !== undefined) return known;
    const read = await this.#read(id);
    // Another caller may have been quicker, and have changed it since.
    const queue = this.#queues.get(id) ?? read;
    this.#queues.set(id, queue);
    return queue;
  }

  /** Conversations that have a queue on disk: what an earlier process left. */
  async onDisk(): Promise<string[]> {
    const found: string[] = [];
    for (const id of await foldersIn(this.#options.folder(""))) {
      const there = await Deno.stat(this.#path(id)).then(() => true, () => false);
      if (there) found.push(id);
    }
    return found;
  }

  /** Conversations whose queue has something in it, among those that were looked at. */
  busy(): string[] {
    return [...this.#queues].filter(([, queue]) => !isEmpty(queue)).map(([id]) => id);
  }

  /** Changes a queue that {@link get} has read; resolves when the change is on disk. */
  change(id: string, change: QueueChange): Promise<void> {
    const before = this.#queues.get(id) ?? EMPTY_QUEUE;
    const next = change(before);
    const seen = next.waiting !== before.waiting || next.held !== before.held;
    const queue = seen ? { ...next, revision: before.revision + 1 } : next;
    this.#queues.set(id, queue);
    if (seen) this.#options.onChange(id, viewOf(queue));
    return this.#save(id);
  }

  /** The conversation is gone, and its folder with it. */
  forget(id: string): void {
    this.#queues.delete(id);
    this.#writes.delete(id);
  }

  /** Resolves when all changes are on disk, or could not be written. */
  async flush(): Promise<void> {
    await Promise.allSettled(this.#writes.values());
  }

  /** One write at a time and the latest state only: ten quick changes need not be ten files. */
  #save(id: string): Promise<void> {
    const before = this.#writes.get(id) ?? Promise.resolve();
    const done = before.catch(() => {}).then(() => this.#write(id));
    this.#writes.set(id, done);
    const forget = () => {
      if (this.#writes.get(id) === done) this.#writes.delete(id);
    };
    done.then(forget, forget);
    return done;
  }

  async #write(id: string): Promise<void> {
    const queue = this.#queues.get(id);
    if (queue === undefined) return;
    if (isEmpty(queue)) await removeFile(this.#path(id));
    else await writeJsonFile(this.#path(id), queue);
  }

  async #read(id: string): Promise<Queue> {
    try {
      const value = await readJsonFile(this.#path(id));
      return value === null ? EMPTY_QUEUE : QueueFile.parse(value);
    } catch (error) {
      const why = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message;
      this.#options.report(`${this.#path(id)} is put aside: ${why}`);
      await Deno.rename(this.#path(id), `${this.#path(id)}.broken`).catch(() => {});
      return EMPTY_QUEUE;
    }
  }

  #path(id: string): string {
    return join(this.#options.folder(id), "queue.json");
  }
}

async function removeFile(path: string): Promise<void> {
  try {
    await Deno.remove(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

async function foldersIn(path: string): Promise<string[]> {
  try {
    const entries = await Array.fromAsync(Deno.readDir(path));
    return entries.filter(({ isDirectory }) => isDirectory).map(({ name }) => name);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}

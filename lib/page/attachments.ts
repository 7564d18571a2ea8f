/**
 * The pictures that go with the next message: handed to the server as soon as they are pasted or
 * dropped, shown while they are on their way, and kept with the draft.
 */
import { type Signal, signal } from "@preact/signals";
import type { KeptImage } from "./drafts.ts";
import * as api from "./api.ts";

export interface Attachment {
  readonly key: number;
  readonly name: string;
  /** What the thumbnail shows. */
  readonly url: string;
  /** Null while it is on its way. */
  readonly kept: KeptImage | null;
}

const MAX_IMAGES = 8;

export class Attachments {
  readonly list: Signal<readonly Attachment[]> = signal([]);
  readonly #tell: (problem: string | null) => void;
  #keys = 0;

  constructor(tell: (problem: string | null) => void) {
    this.#tell = tell;
  }

  /** The pictures that are there; null while one is still on its way. */
  get ready(): readonly KeptImage[] | null {
    const kept = this.list.peek().map(({ kept }) => kept);
    return kept.every((image) => image !== null) ? kept : null;
  }

  get images(): readonly KeptImage[] {
    return this.list.peek().map(({ kept }) => kept).filter((image) => image !== null);
  }

  /** Takes files; what is no picture is told. */
  async add(files: readonly File[]): Promise<void> {
    this.#tell(null);
    const room = MAX_IMAGES - this.list.peek().length;
    if (files.length > room) this.#tell(`A message takes ${MAX_IMAGES} pictures at most.`);
    await Promise.all(files.slice(0, room).map((file) => this.#send(file)));
  }

  /** Puts kept pictures back, from a draft or from a message that did not go out. */
  restore(images: readonly KeptImage[]): void {
    this.list.value = images.map((kept) => ({
      key: ++this.#keys,
      name: kept.name,
      url: api.uploadUrl(kept.id),
      kept,
    }));
  }

  remove(key: number): void {
    const gone = this.list.peek().find((one) => one.key === key);
    this.clear(key);
    if (gone?.kept) api.removeUpload(gone.kept.id).catch(() => {});
  }

  /** Forgets one of them, or all: they belong to a message now. */
  clear(key?: number): void {
    const gone = this.list.peek().filter((one) => key === undefined || one.key === key);
    for (const { url } of gone) if (url.startsWith("blob:")) URL.revokeObjectURL(url);
    this.list.value = this.list.peek().filter((one) => !gone.includes(one));
  }

  async #send(file: File): Promise<void> {
    const key = ++this.#keys;
    const name = file.name || "picture";
    const url = URL.createObjectURL(file);
    this.list.value = [...this.list.peek(), { key, name, url, kept: null }];
    try {
      const { id, path } = await api.upload(file);
      this.list.value = this.list.peek().map((one) =>
        one.key === key ? { ...one, kept: { id, path, name } } : one
      );
    } catch (error) {
      this.clear(key);
      this.#tell(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}

/**
 * A conversation that is being put together: its folder lies aside, under a name that no list
 * shows, until it is adopted as a whole or discarded.
 */
import { join } from "@std/path";
import type { Meta, NewConversation } from "./meta.ts";
import { type Report, Transcript } from "./transcript.ts";

/** Makes the finished folder a conversation. */
type Adopt = (fields: NewConversation, now: string) => Promise<Meta>;
/** No id of a conversation begins like this. */
const ASIDE = ".new-";

/** A new folder aside, in the folder of all conversations. */
export async function folderAside(conversations: string): Promise<string> {
  const folder = join(conversations, ASIDE + crypto.randomUUID());
  await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** Removes what a crash left aside; to be called before anything is prepared. */
export async function removeLeftovers(conversations: string): Promise<void> {
  try {
    for await (const { name } of Deno.readDir(conversations)) {
      if (name.startsWith(ASIDE)) await Deno.remove(join(conversations, name), { recursive: true });
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

export class PreparedConversation {
  readonly transcript: Transcript;
  readonly #folder: string;
  readonly #take: Adopt;

  constructor(folder: string, report: Report, take: Adopt) {
    this.#folder = folder;
    this.#take = take;
    this.transcript = new Transcript(join(folder, "transcript.jsonl"), report);
  }

  /** It becomes a conversation. */
  async adopt(fields: NewConversation, now: string): Promise<Meta> {
    await this.transcript.close();
    return await this.#take(fields, now);
  }

  /** Nothing of it stays. */
  async discard(): Promise<void> {
    await this.transcript.close();
    await Deno.remove(this.#folder, { recursive: true }).catch(() => {});
  }
}

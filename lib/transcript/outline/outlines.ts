/**
 * Outlines of the conversations that somebody looks at: what was changed and used. Made once by
 * reading the transcript through, then kept up with each entry that is appended, so that a page of
 * it costs the same however long the conversation is. Derived and in memory; a few at a time.
 */
import type { Entry } from "../../router/change.ts";
import type { ConversationChange, Conversations, ConversationsListener } from "../conversations.ts";
import type { EntryShape } from "../entry_line.ts";
import { FileChanges } from "./changed_files.ts";
import { TurnLog } from "./turn_log.ts";

/** What was changed and used in one conversation. */
export interface Outline {
  readonly files: FileChanges;
  readonly turns: TurnLog;
}

interface Kept extends Outline {
  /** What came while the transcript was read: it counts over what was read. Null afterwards. */
  meanwhile: Map<number, Counted> | null;
  read: Promise<void>;
}

type Counted = Extract<Entry, { role: "diff" | "status" | "token_usage" }>;

const MOST_OUTLINES = 8;
const AT_ONCE = 500;

export class Outlines implements ConversationsListener {
  readonly #conversations: Pick<Conversations, "transcript" | "listen">;
  /** Least recently asked for first. */
  readonly #kept = new Map<string, Kept>();

  constructor(conversations: Pick<Conversations, "transcript" | "listen">) {
    this.#conversations = conversations;
    conversations.listen(this);
  }

  /** The outline of a conversation, which exists. */
  async of(id: string): Promise<Outline> {
    const kept = this.#kept.get(id) ?? this.#make(id);
    this.#kept.delete(id);
    this.#kept.set(id, kept);
    await kept.read;
    return kept;
  }

  onAppend(id: string, entries: readonly EntryShape[], numbers: readonly number[]): void {
    const kept = this.#kept.get(id);
    if (kept === undefined) return;
    entries.forEach((entry, at) => {
      if (!isCounted(entry as Entry)) return;
      if (kept.meanwhile === null) put(kept, numbers[at]!, entry as Counted);
      else kept.meanwhile.set(numbers[at]!, entry as Counted);
    });
  }

  onChange({ kind, meta }: ConversationChange): void {
    if (kind !== "changed") this.#kept.delete(meta.conversation_id);
  }

  #make(id: string): Kept {
    const kept: Kept = {
      ...{ files: new FileChanges(), turns: new TurnLog(), meanwhile: new Map() },
      read: Promise.resolve(),
    };
    kept.read = this.#read(id, kept).catch((error) => {
      if (this.#kept.get(id) === kept) this.#kept.delete(id);
      throw error;
    });
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size < MOST_OUTLINES) break;
      this.#kept.delete(oldest);
    }
    return kept;
  }

  async #read(id: string, kept: Kept): Promise<void> {
    for (let after = 0;;) {
      const page = await this.#conversations.transcript(id).range({ after, limit: AT_ONCE });
      if (page.entries.length === 0) break;
      page.entries.forEach((entry, at) => {
        if (isCounted(entry)) put(kept, page.first + at, entry);
      });
      after = page.last;
    }
    for (const [number, entry] of kept.meanwhile ?? []) put(kept, number, entry);
    kept.meanwhile = null;
  }
}

function isCounted(entry: Entry): entry is Counted {
  return entry.role === "diff" || entry.role === "status" || entry.role === "token_usage";
}

function put({ files, turns }: Outline, number: number, entry: Counted): void {
  if (entry.role === "diff") files.put(number, entry);
  else turns.put(number, entry);
}

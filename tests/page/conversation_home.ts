// A home folder with one conversation in it, whose transcript a test has made up: the quickest way
// to a page with exactly the rows that are wanted.

import { join } from "node:path";
import type { Entry } from "../../lib/router/change.ts";

const START_MS = Date.parse("2026-01-02T03:04:05Z");

/** A home and the id of the conversation that is in it. */
export interface ConversationHome {
  readonly home: string;
  readonly id: string;
}

/** What an entry has beside its id, its time and its place, which are given here. */
export type Draft = Record<string, unknown> & Pick<Entry, "role">;

/** Runs `fn` on a temporary home. */
export async function withHome<T>(fn: (home: string) => Promise<T>): Promise<T> {
  const home = await Deno.makeTempDir({ prefix: "ph-home-" });
  try {
    return await fn(home);
  } finally {
    await Deno.remove(home, { recursive: true });
  }
}

/** Runs `fn` on a home with one conversation of these entries. */
export function withConversationHome<T>(
  drafts: readonly Draft[],
  fn: (made: ConversationHome) => Promise<T>,
  meta: Record<string, unknown> = {},
): Promise<T> {
  return withHome(async (home) => fn({ home, id: await addConversation(home, drafts, meta) }));
}

/** Writes drafts as the entries of a new conversation, a second after each other; gives its id. */
export async function addConversation(
  home: string,
  drafts: readonly Draft[],
  meta: Record<string, unknown> = {},
): Promise<string> {
  const id = crypto.randomUUID();
  const folder = join(home, "conversations", id);
  await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
  const now = new Date(START_MS).toISOString();
  const settings = { label: "Made up", cwd: "/work/ship", created_at: now, updated_at: now };
  await Deno.writeTextFile(
    join(folder, "conversation_meta.json"),
    JSON.stringify({ conversation_id: id, thread_id: null, ...settings, ...meta }),
  );
  await Deno.writeTextFile(
    join(folder, "transcript.jsonl"),
    drafts.map((draft, at) => JSON.stringify(entry(draft, at)) + "\n").join(""),
  );
  return id;
}

function entry(draft: Draft, at: number): Record<string, unknown> {
  const ms = START_MS + at * 1_000;
  return { id: `entry-${at + 1}`, ts: new Date(ms).toISOString(), place: ms * 1_000 + 1, ...draft };
}

/** A conversation of turns: a question, a thought, a command, an answer. */
export function turns(entries: number): Draft[] {
  return Array.from({ length: entries }, (_, at): Draft => {
    const turn = Math.floor(at / 4) + 1;
    switch (at % 4) {
      case 0:
        return { role: "user", text: `Question ${turn}: what does this part do?` };
      case 1:
        return { role: "reasoning", text: `**Looking at part ${turn}**\n\nIt seems to be a pump.` };
      case 2:
        return {
          role: "command",
          command: `/bin/bash -lc 'sed -n 1,${turn % 30 + 2}p src/part_${turn}.ts'`,
          cwd: "/work/ship",
          output: Array.from({ length: turn % 30 + 2 }, (_, line) => `line ${line}\n`).join(""),
          exit_code: 0,
          duration_ms: 40,
          status: "completed",
        };
      default:
        return {
          role: "assistant",
          text:
            `Part ${turn} is a **pump**:\n\n- it takes \`water\`\n- it gives *pressure*\n\n\`\`\`ts\nexport const part${turn} = pump(${turn});\n\`\`\`\n\nThat is all.`,
        };
    }
  });
}

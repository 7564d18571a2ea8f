// A CODEX_HOME with rollouts in it, beside a home with conversations, for the tests of this folder.

import { dirname, fromFileUrl, join } from "@std/path";
import { Conversations } from "../../../lib/transcript/conversations.ts";
import { Rollouts } from "../../../lib/transcript/rollouts/rollouts.ts";

export const THREAD = "01a1ee25-4a0b-7c21-93a1-66509b81ae10";

export interface CodexHome {
  readonly folder: string;
  readonly conversations: Conversations;
  readonly rollouts: Rollouts;
  /** Puts a rollout there and returns its path under `sessions/`. */
  put(text: string, thread?: string, day?: string): Promise<string>;
}

export async function withCodexHome(fn: (home: CodexHome) => Promise<void>): Promise<void> {
  const root = await Deno.makeTempDir({ prefix: "ph-rollouts-" });
  const folder = join(root, "codex");
  const conversations = new Conversations(join(root, "home"), () => {});
  const rollouts = new Rollouts(folder, conversations);
  const put = async (text: string, thread = THREAD, day = "2026/11/18") => {
    const path = `${day}/rollout-${day.replaceAll("/", "-")}T10-13-03-${thread}.jsonl`;
    await Deno.mkdir(dirname(join(folder, "sessions", path)), { recursive: true });
    await Deno.writeTextFile(join(folder, "sessions", path), text);
    return path;
  };
  try {
    await fn({ folder, conversations, rollouts, put });
  } finally {
    await conversations.close();
    await Deno.remove(root, { recursive: true });
  }
}

/** A rollout that the real agent wrote. */
export function recorded(name: string): Promise<string> {
  const folder = new URL("../../fixtures/rollouts/", import.meta.url);
  return Deno.readTextFile(join(fromFileUrl(folder), `${name}.jsonl`));
}

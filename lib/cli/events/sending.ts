/**
 * Sends one event by the best way there is: the door of the thread's server, else its inbox file. A
 * second try of the same event is harmless, because the ledger knows it by its id.
 */
import { Conversations } from "../../transcript/conversations.ts";
import type { Answer } from "../../events/receipt.ts";
import type { Config } from "../../config/schema.ts";
import { type Failure, failure } from "./events_command.ts";
import type { ThreadAccess } from "./find_door.ts";
import { appendToInbox } from "./inbox_file.ts";
import { bodyOf } from "./reading.ts";

/** How it went. */
export type Sent =
  | (Extract<Answer, { ok: true }> & { readonly via: "http" })
  | {
    readonly ok: true;
    readonly event_id: string;
    readonly via: "inbox";
    readonly inbox: string;
    /** Why it did not go through the door. */
    readonly reason: string;
  }
  | Failure;

export async function sendEvent(
  access: ThreadAccess,
  sent: Readonly<Record<string, unknown>>,
  eventId: string,
  config: Pick<Config, "home">,
  mayWriteFile: boolean,
): Promise<Sent> {
  const { door, threadId, paths } = access;
  const answer = door === null ? null : await door.publish(threadId, sent);
  if (answer?.kind === "answer") {
    const body = bodyOf(answer);
    return body.ok ? { ...body as Extract<Answer, { ok: true }>, via: "http" } : body;
  }
  const reason = answer?.reason ?? access.down;
  if (!mayWriteFile) return failure("no_server", reason);
  if (!await isKnown(access, config)) {
    return failure(
      "unknown_thread",
      `no conversation here has the thread "${threadId}" (looked in ${config.home})`,
    );
  }
  await appendToInbox(paths, JSON.stringify(sent));
  return { ok: true, event_id: eventId, via: "inbox", inbox: paths.inbox, reason };
}

/** A thread with a discovery file was served before; another one belongs to a conversation, or not. */
async function isKnown({ paths, threadId }: ThreadAccess, { home }: Pick<Config, "home">) {
  if (await Deno.stat(paths.discovery).then(() => true, () => false)) return true;
  const conversations = new Conversations(home, () => {});
  const found = await conversations.ofThread(threadId).catch(() => null);
  await conversations.close();
  return found !== null;
}

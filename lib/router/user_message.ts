/** Messages of the person, as the server echoes them: their text and what came with it. */
import { arrayAt, isObject, type JsonObject, stringAt } from "../protocol/message.ts";
import { clip, idAt, LONGEST, MOST, oneLine, putBounded } from "./bounds.ts";
import type { Attachment, Change } from "./change.ts";
import { begin, iso } from "./handler.ts";
import { closeOpen } from "./open_items.ts";
import { sealReasoning } from "./reasoning.ts";
import type { ThreadState } from "./state.ts";
import { nextPlace } from "./place.ts";

/** A larger data: address is left out: the transcript is not a store of pictures. */
const LONGEST_URL = 64 * 1024;
const MOST_ATTACHMENTS = 50;

/** Tells a message once, though it comes at its start and at its end. */
export function userMessage(
  thread: ThreadState,
  key: string,
  turnId: string,
  item: JsonObject,
  ms: number,
): Change[] {
  if (thread.userMessages.has(key)) return [];
  putBounded(thread.userMessages, key, true, MOST.userMessages);
  // A message in mid-turn is a steer: it cuts what was being said.
  const changes = [
    ...sealReasoning(thread),
    ...closeOpen(
      thread,
      ms,
      ({ kind }) => kind !== "command" && kind !== "shell" && kind !== "notice",
    ),
  ];
  const clientId = idAt(item, "clientId");
  const began = clientId === null
    ? begin(thread, turnId, key, ms)
    : { id: clientId, ts: iso(ms), place: nextPlace(thread.shared.places) };
  const content = arrayAt(item, "content").filter(isObject);
  const attachments = content.map(attachment).filter((one) => one !== null)
    .slice(0, MOST_ATTACHMENTS);
  const text = content.filter((part) => stringAt(part, "type") === "text")
    .map((part) => thread.shared.strip(stringAt(part, "text") ?? ""))
    .filter((part) => part !== "").join("\n");
  changes.push({
    type: "message",
    entry: {
      ...began,
      role: "user",
      turn_id: turnId,
      text: clip(text, LONGEST.message),
      ...(attachments.length === 0 ? {} : { attachments }),
    },
  });
  return changes;
}

const KINDS = new Map<string, Attachment["kind"]>(Object.entries<Attachment["kind"]>({
  image: "image",
  localImage: "image",
  audio: "audio",
  localAudio: "audio",
  mention: "mention",
  skill: "skill",
}));

function attachment(part: JsonObject): Attachment | null {
  const kind = KINDS.get(stringAt(part, "type") ?? "");
  if (kind === undefined) return null;
  const path = stringAt(part, "path");
  const url = stringAt(part, "url");
  const name = stringAt(part, "name") ?? path?.split("/").at(-1) ?? kind;
  return {
    kind,
    name: oneLine(name, 200),
    ...(path === null ? {} : { path: oneLine(path) }),
    ...(url === null || url.length > LONGEST_URL ? {} : { url }),
  };
}

/**
 * A person's words in a call of a script or a tab: what goes with messages goes with these too, and
 * text that begins like an envelope of ours stays the person's.
 */
import { guardUserText } from "../context/envelope.ts";
import { arrayAt, isObject, type Json, type JsonObject, stringAt } from "../protocol/message.ts";
import { type Companion, outcomeOf } from "./companion.ts";

/** The methods that bring a person's words. */
const SPEAKING = new Set(["turn/start", "turn/steer"]);

/** Makes the call with all that goes with it, and tells what became of it. */
export async function withContext<T>(
  companion: Companion,
  method: string,
  params: JsonObject,
  call: (params: JsonObject) => Promise<T>,
): Promise<T> {
  if (!SPEAKING.has(method)) return await call(params);
  const input = arrayAt(params, "input").map(guarded);
  const threadId = stringAt(params, "threadId");
  const [first, ...others] = input;
  const clientUserMessageId = stringAt(params, "clientUserMessageId") ?? crypto.randomUUID();
  const text = isObject(first) && stringAt(first, "type") === "text" ? stringAt(first, "text") : "";
  // Where the first item is no text there is nothing to put it in front of.
  const claimed = threadId === null || !text
    ? null
    : await companion.claim(threadId, clientUserMessageId);
  if (claimed === null) return await call({ ...params, input });
  const opening = { ...first as JsonObject, text: claimed.prefix + text };
  try {
    const result = await call({
      ...params,
      ...claimed.params,
      clientUserMessageId,
      input: [opening, ...others],
    });
    await claimed.settle({ kind: "accepted", turnId: null });
    return result;
  } catch (error) {
    await claimed.settle(outcomeOf(error));
    throw error;
  }
}

function guarded(item: Json): Json {
  const text = isObject(item) ? stringAt(item, "text") : null;
  return isObject(item) && text !== null ? { ...item, text: guardUserText(text) } : item;
}

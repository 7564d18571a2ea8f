/** Several companions as one: what each gives goes with the message, and each hears of it. */
import type { JsonObject } from "../protocol/message.ts";
import { isObject } from "../protocol/message.ts";
import type { CallOutcome, Claimed, Companion } from "./companion.ts";

/** In the order of their texts: the last one stands right before the person's words. */
export function together(companions: readonly Companion[]): Companion {
  return {
    claim: (threadId, messageId) => claimAll(companions, threadId, messageId),
    echoed: (...told) => companions.forEach((one) => one.echoed(...told)),
    turnEnded: (...told) => companions.forEach((one) => one.turnEnded(...told)),
    loaded: (threadId) => companions.forEach((one) => one.loaded(threadId)),
    disconnected: () => companions.forEach((one) => one.disconnected()),
  };
}

async function claimAll(
  companions: readonly Companion[],
  threadId: string,
  messageId: string,
): Promise<Claimed | null> {
  const claims: Claimed[] = [];
  const settle = async (outcome: CallOutcome) => {
    await Promise.all(claims.map((claim) => claim.settle(outcome)));
  };
  try {
    for (const companion of companions) {
      const claim = await companion.claim(threadId, messageId);
      if (claim !== null) claims.push(claim);
    }
  } catch (error) {
    await settle({ kind: "refused", reason: (error as Error).message });
    throw error;
  }
  if (claims.length === 0) return null;
  return {
    prefix: claims.map(({ prefix }) => prefix).join(""),
    params: claims.reduce((all, { params }) => merged(all, params), {} as JsonObject),
    settle,
  };
}

/** Fields of both; a field that both have is an object with the fields of both. */
function merged(one: JsonObject, other: JsonObject): JsonObject {
  const result: JsonObject = { ...one };
  for (const [key, value] of Object.entries(other)) {
    const before = result[key];
    result[key] = isObject(before) && isObject(value) ? { ...before, ...value } : value;
  }
  return result;
}

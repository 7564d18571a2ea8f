/** Stopping the running turn: waits until it runs, since before that the app-server refuses. */
import type { Conversations } from "../transcript/conversations.ts";
import type { Calls } from "./calls.ts";
import { ActionFailure, isRefusal, unknownConversation } from "./failure.ts";
import type { OneByOne } from "./one_by_one.ts";
import type { Turns } from "./turns.ts";

export interface InterruptParts {
  readonly calls: Calls;
  readonly conversations: Conversations;
  readonly serial: OneByOne;
  readonly turns: Turns;
}

const START_MS = 10_000;

/** Stops the turn of a conversation; 409 if there is none. `goOn`: the queue is not to wait. */
export async function interruptTurn(
  parts: InterruptParts,
  id: string,
  goOn: boolean,
): Promise<void> {
  const { calls, conversations, serial, turns } = parts;
  if (await conversations.get(id) === null) throw unknownConversation(id);
  // A message that is being sent is about to have a turn.
  await serial.settled(id);
  const threadId = (await conversations.get(id))?.thread_id ?? null;
  const turnId = threadId === null ? null : await turns.whenRunning(threadId, START_MS);
  if (threadId === null || turnId === null) {
    throw new ActionFailure(409, "no_turn", "no turn is running");
  }
  if (!goOn) turns.interrupted(threadId);
  try {
    await calls.request("turn/interrupt", { threadId, turnId });
  } catch (error) {
    // It ended by itself in the meantime, which is what was wanted.
    if (isRefusal(error) && !turns.runs(threadId, turnId)) return;
    throw error;
  }
}

/** Requests of the app-server that need no person: a small function each. */
import type { JsonObject, ServerRequest } from "../protocol/message.ts";
import type { Calls } from "./calls.ts";

type Answer = (now: () => number) => JsonObject;

const ANSWERS = new Map<string, Answer>(Object.entries<Answer>({
  "currentTime/read": (now) => ({ currentTimeAt: Math.floor(now() / 1_000) }),
}));

/** Answers a request if it is one of these; false if not. */
export function answerOf(request: ServerRequest, calls: Calls, now: () => number): boolean {
  const answer = ANSWERS.get(request.method);
  if (answer === undefined) return false;
  calls.client().respond(request.id, answer(now)).catch(() => {});
  return true;
}

/** The shape that all of the router's small functions share, and the one way to write a time. */
import type { JsonObject } from "../protocol/message.ts";
import type { Change } from "./change.ts";
import type { ThreadState } from "./state.ts";

/** Handles one notification of one thread. */
export type Handler = (
  thread: ThreadState,
  params: JsonObject,
  ts: string,
  method: string,
) => Change[];

/** The latest time that a Date can hold; a message may claim any number. */
const MAX_MS = 8.64e15;

/** Milliseconds to ISO; a number that is no time becomes the epoch instead of an exception. */
export function iso(ms: number): string {
  return new Date(Math.abs(ms) <= MAX_MS ? ms : 0).toISOString();
}

/** What all of the router's small functions share: their shape, times, names and beginnings. */
import type { JsonObject } from "../protocol/message.ts";
import { MOST, putBounded } from "./bounds.ts";
import type { Began, Change } from "./change.ts";
import { nextPlace } from "./place.ts";
import type { ThreadState } from "./state.ts";

/** Handles one notification of one thread; `ms` is when the server sent it. */
export type Handler = (
  thread: ThreadState,
  params: JsonObject,
  ms: number,
  method: string,
) => Change[];

/** The latest time that a Date can hold; a message may claim any number. */
const MAX_MS = 8.64e15;
/** Shorter ids are counters, which start over with each process of an older server. */
const SHORTEST_UNIQUE_ID = 16;

/** True for milliseconds that a Date can hold. */
export function isTime(ms: number | null): ms is number {
  return ms !== null && Math.abs(ms) <= MAX_MS;
}

/** Milliseconds to ISO; a number that is no time becomes the epoch instead of an exception. */
export function iso(ms: number): string {
  return new Date(isTime(ms) ? ms : 0).toISOString();
}

/** The name of a turn in the ids of rows: its id where that is unique in the conversation. */
export function turnKey(thread: ThreadState, turnId: string): string {
  return thread.turnKeys.get(turnId) ?? turnId;
}

/** Gives a turn its name, when it starts. */
export function nameTurn(thread: ThreadState, turnId: string): void {
  if (turnId.length >= SHORTEST_UNIQUE_ID || thread.turnKeys.has(turnId)) return;
  const name = `${turnId}@${nextPlace(thread.shared.places)}`;
  putBounded(thread.turnKeys, turnId, name, MOST.userMessages);
}

/** The beginning of a row: its name, time and place. */
export function begin(thread: ThreadState, turnId: string, name: string, ms: number): Began {
  const id = flat(`${turnKey(thread, turnId)}:${name}`);
  return { id, ts: iso(ms), place: nextPlace(thread.shared.places) };
}

/**
 * The same text in one piece. A text that was joined stays a pair of pieces inside the engine, and
 * encoding it takes twice as long; ids are encoded with every delta.
 */
function flat(text: string): string {
  return JSON.parse(JSON.stringify(text));
}

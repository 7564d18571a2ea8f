/**
 * The messages of one conversation that are on their way: those that wait for a turn, and those
 * that were sent and whose turn is not over. Pure functions from one state to the next.
 */
import type { CommandBuffer } from "../context/command_buffer.ts";
import type { QueueView, WaitingMessage } from "../hub/events.ts";

export type Held = NonNullable<QueueView["held"]>;

/** A message on its way. */
export interface QueuedMessage extends WaitingMessage {
  /** It has its row already: it was sent before and comes again. */
  readonly recorded?: true | undefined;
  /** How often it was sent before. */
  readonly attempts?: number | undefined;
  /** Commands of the person that go with it: those that it had, if it is sent again. */
  readonly carried?: CommandBuffer | undefined;
}
/** A message whose turn is not over. */
export interface SentMessage extends QueuedMessage {
  readonly turn_id: string | null;
}

export interface Queue extends QueueView {
  readonly waiting: readonly QueuedMessage[];
  readonly sent: readonly SentMessage[];
}

export const EMPTY_QUEUE: Queue = { revision: 0, held: null, waiting: [], sent: [] };

/** A change of the queue; the number of the state is the store's business. */
export type QueueChange = (queue: Queue) => Queue;

export const append = (message: QueuedMessage): QueueChange => (queue) => ({
  ...queue,
  waiting: [...queue.waiting, message],
});

/** Puts messages in front: they were next already. */
export const putBack = (messages: readonly QueuedMessage[]): QueueChange => (queue) => ({
  ...queue,
  waiting: [...messages, ...queue.waiting],
});

export const remove = (id: string): QueueChange => (queue) => ({
  ...queue,
  waiting: without(queue.waiting, id),
});

export const hold = (held: Held | null): QueueChange => (queue) => ({
  ...queue,
  // Nothing to hold back: the next message is a new wish.
  held: queue.waiting.length === 0 ? null : held,
});

/** A message leaves for the app-server. */
export const send = (message: QueuedMessage): QueueChange => (queue) => ({
  ...queue,
  waiting: without(queue.waiting, message.id),
  sent: [...without(queue.sent, message.id), { ...message, turn_id: null }],
});

/** What a message on its way carries, or that it carries nothing any more. */
export const carry = (id: string, carried: CommandBuffer | null): QueueChange => {
  const changed = <T extends QueuedMessage>(messages: readonly T[]): readonly T[] =>
    messages.some((message) => message.id === id)
      ? messages.map((one) => one.id === id ? { ...one, carried: carried ?? undefined } : one)
      : messages;
  return (queue) => ({ ...queue, waiting: changed(queue.waiting), sent: changed(queue.sent) });
};

/** A message that waits or is on its way. */
export function messageOf({ waiting, sent }: Queue, id: string): QueuedMessage | null {
  return [...sent, ...waiting].find((message) => message.id === id) ?? null;
}

/** The app-server has named the turn of a sent message. */
export const assign = (id: string, turn_id: string | null): QueueChange => (queue) => ({
  ...queue,
  sent: queue.sent.map((message) => message.id === id ? { ...message, turn_id } : message),
});

/** A sent message needs no care any more. */
export const settle = (wanted: (message: SentMessage) => boolean): QueueChange => (queue) => ({
  ...queue,
  sent: queue.sent.filter((message) => !wanted(message)),
});

/** The same list where the message is not in it: then nobody needs to be told. */
function without<T extends QueuedMessage>(messages: readonly T[], id: string): readonly T[] {
  const rest = messages.filter((message) => message.id !== id);
  return rest.length === messages.length ? messages : rest;
}

/** An edited order; texts may be new, and what is left out is removed. */
export interface Arrangement {
  readonly items: readonly { readonly id: string; readonly text?: string | undefined }[];
}

/** Arranges the waiting messages anew; null if one of them does not wait any more. */
export function arrange(queue: Queue, { items }: Arrangement): Queue | null {
  const byId = new Map(queue.waiting.map((message) => [message.id, message]));
  const waiting: QueuedMessage[] = [];
  for (const { id, text } of items) {
    const message = byId.get(id);
    if (message === undefined || !byId.delete(id)) return null;
    waiting.push(text === undefined ? message : { ...message, text });
  }
  return { ...queue, waiting, held: waiting.length === 0 ? null : queue.held };
}

/** What pages see. */
export function viewOf({ revision, held, waiting }: Queue): QueueView {
  return {
    revision,
    held,
    waiting: waiting.map(({ id, ts, text, images }) => ({
      id,
      ts,
      text,
      ...(images === undefined || images.length === 0 ? {} : { images }),
    })),
  };
}

export function isEmpty({ waiting, sent }: Queue): boolean {
  return waiting.length === 0 && sent.length === 0;
}

export type MessageMode = "auto" | "queue" | "steer";

/** What becomes of a message: a turn of its own, a word into the running one, or a place here. */
export function route(
  mode: MessageMode,
  turnRuns: boolean,
  queue: Queue,
  byDefault: Exclude<MessageMode, "auto">,
): "start" | "steer" | "queue" {
  if (turnRuns) return mode === "auto" ? byDefault : mode;
  if (queue.waiting.length === 0) return "start";
  // Others wait and are about to start: it goes behind them. A held queue needs a person's word,
  // and a message that is not meant for it is one.
  return queue.held === null || mode === "queue" ? "queue" : "start";
}

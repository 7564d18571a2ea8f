/** Editing a queue: an edit of an old state, or of a message that left meanwhile, is refused. */
import type { QueueView } from "../hub/hub.ts";
import { ActionFailure } from "./failure.ts";
import type { OneByOne } from "./one_by_one.ts";
import { arrange, type Arrangement, viewOf } from "./queue.ts";
import type { QueueStore } from "./queue_store.ts";

interface EditParts {
  readonly queues: QueueStore;
  readonly serial: OneByOne;
}

/** Arranges the waiting messages anew; `revision` is the state that was edited, if it is known. */
export function arrangeQueue(
  { queues, serial }: EditParts,
  id: string,
  arrangement: Arrangement,
  revision: number | null,
): Promise<QueueView> {
  return serial.run(id, async () => {
    const queue = await queues.get(id);
    const next = revision === null || revision === queue.revision
      ? arrange(queue, arrangement)
      : null;
    if (next === null) {
      const message = "the queue has changed meanwhile: look at it again";
      throw new ActionFailure(409, "queue_changed", message);
    }
    await queues.change(id, () => next);
    return viewOf(await queues.get(id));
  });
}

/** Removes one waiting message, or, for null, all of them. */
export function removeQueued(
  { queues, serial }: EditParts,
  id: string,
  messageId: string | null,
): Promise<QueueView> {
  return serial.run(id, async () => {
    const queue = await queues.get(id);
    const left = queue.waiting.filter((message) => messageId !== null && message.id !== messageId);
    if (messageId !== null && left.length === queue.waiting.length) {
      throw new ActionFailure(404, "not_queued", `no message "${messageId}" waits`);
    }
    await queues.change(id, (now) => arrange(now, { items: left }) ?? now);
    return viewOf(await queues.get(id));
  });
}

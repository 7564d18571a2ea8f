/** A conversation that was deleted: its turn is stopped, and nothing of it is kept in memory. */
import type { Bindings } from "./bindings.ts";
import type { Calls } from "./calls.ts";
import type { Intake } from "./intake.ts";
import type { QueueStore } from "./queue_store.ts";
import type { Turns } from "./turns.ts";

export interface ForgetParts {
  readonly bindings: Bindings;
  readonly calls: Calls;
  readonly intake: Intake;
  readonly queues: QueueStore;
  readonly turns: Turns;
}

export function forgetConversation(parts: ForgetParts, id: string): void {
  const { bindings, calls, intake, queues, turns } = parts;
  const threadIds = bindings.threadsOf(id);
  for (const threadId of threadIds) {
    const turnId = turns.of(threadId)?.turnId ?? null;
    if (turnId === null || !calls.running) continue;
    calls.request("turn/interrupt", { threadId, turnId }).catch(() => {});
  }
  intake.forget(threadIds);
  bindings.forget(id);
  queues.forget(id);
}
